import type { Output } from '../../contract/index.ts';
import { call } from '../call.ts';
import { readKept } from './member-storage.ts';
import type { OutboxEntry } from './outbox.ts';
import { uploadPhoto } from './upload-photo.ts';

/**
 * Sends one entry under its key. Tabs of one member send one after the other, so that messages keep their order; where
 * the browser has no locks the key alone guards against sending twice. Throws what `call` throws.
 */
export async function sendEntry(
  member: string,
  entry: OutboxEntry,
  photo: { blob: Blob; cancel: AbortController } | undefined,
  onProgress: (part: number) => void,
): Promise<Output<'sendMessage'> | null> {
  const send = () => (isSentElsewhere(member, entry) ? Promise.resolve(null) : sendNow(entry, photo, onProgress));
  if (!('locks' in navigator)) return send();
  return navigator.locks.request(`tealight.outbox.${member}`, send) as ReturnType<typeof send>;
}

function isSentElsewhere(member: string, entry: OutboxEntry): boolean {
  if (entry.kind === 'photo') return false;
  const kept = readKept(member, 'outbox');
  // Nothing kept at all may as well mean a browser that keeps nothing: the key makes sending again harmless.
  return Array.isArray(kept) && !kept.some((other: OutboxEntry | null) => other?.key === entry.key);
}

function sendNow(
  entry: OutboxEntry,
  photo: { blob: Blob; cancel: AbortController } | undefined,
  onProgress: (part: number) => void,
): Promise<Output<'sendMessage'>> {
  const { key, profile, text, gift } = entry;
  if (photo) {
    const { blob, cancel } = photo;
    return uploadPhoto({ profile, photo: blob, text, key }, { onProgress, signal: cancel.signal });
  }
  if (gift) return call('sendGift', { profile, gift, idempotency_key: key, ...(text !== null && { note: text }) });
  return call('sendMessage', { profile, text: text ?? '', idempotency_key: key });
}
