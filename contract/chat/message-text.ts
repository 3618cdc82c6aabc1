import { countCodePoints, cutText } from '../platform/text.ts';
import { messagePreviewLength } from './limits.ts';

export function isTooLong(text: string, { message_length }: { message_length: number }): boolean {
  return countCodePoints(text) > message_length;
}

/** Returns a message's preview for the list of conversations: its first 120 code points. */
export function cutPreview(text: string | null): string | null {
  return text === null ? null : cutText(text, messagePreviewLength);
}
