import type { Message } from '../../contract/chat.ts';
import type { Say } from '../sentences.tsx';

/** One line about a message: its text, or that it is a photo or a gift. */
export function previewOf(say: Say, last: Pick<Message, 'kind' | 'own' | 'text'>): string {
  if (last.kind === 'goodbye') return previewOf(say, { ...last, kind: 'text', text: say('chat.goodbye-line') });
  if (last.text !== null && last.text !== '' && last.kind !== 'gift')
    return last.own ? say('chat.preview-own', { text: last.text }) : last.text;
  if (last.kind === 'gift') return say(last.own ? 'chat.preview-gift-own' : 'chat.preview-gift');
  return say(last.own ? 'chat.preview-photo-own' : 'chat.preview-photo');
}
