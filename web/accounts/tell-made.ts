import type { Say } from '../sentences.tsx';
import { showToast } from '../ui/toast.ts';
import type { Made } from './passkey-here.ts';

const sentences = {
  added: 'access.passkey-added',
  declined: 'access.passkey-not-added',
  there: 'access.passkey-there',
} as const;

/** Says whether there is a new passkey. */
export function tellMade(say: Say, made: Made): void {
  showToast({ tone: made === 'added' ? 'success' : 'info', children: say(sentences[made]) });
}
