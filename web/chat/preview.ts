import type { Message } from '../../contract/chat/operations.ts';
import type { Say } from '../platform/sentences/sentences.tsx';

export function formatPreview(say: Say, { kind, own, text }: Pick<Message, 'kind' | 'own' | 'text'>): string {
  if (kind === 'removed') return say('chat.message-removed');
  const isGift = kind === 'gift';
  const words = kind === 'goodbye' ? say('chat.goodbye-line') : !isGift && text;
  if (words) return own ? say('chat.preview-own', { text: words }) : words;
  if (kind === 'text') return say('chat.message-gone');
  return say(`chat.preview-${isGift ? 'gift' : 'photo'}${own ? '-own' : ''}`);
}
