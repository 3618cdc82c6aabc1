import type { Say } from '../platform/sentences.tsx';
import { showToast } from '../ui/toast.ts';
import type { Made } from './passkey-here.ts';

const sentences = {
  added: 'access.passkey-added',
  declined: 'access.passkey-not-added',
  there: 'access.passkey-there',
} as const;

/** Tells the member the outcome of creating a passkey. */
export function tellMade(say: Say, made: Made): void {
  showToast({ tone: made === 'added' ? 'success' : 'info', children: say(sentences[made]) });
}
