import type { Foothold } from '../../../contract/foothold.ts';
import type { Output } from '../../../contract/index.ts';
import { call } from '../../call.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { uploadForm } from '../../photos/upload-form.ts';

/** Sends one entry under its key. Throws what `call` throws. */
export function sendEntry(
  entry: OutboxEntry,
  photo: { blob: Blob; cancel: AbortController } | undefined,
  onProgress: (part: number) => void,
): Promise<Output<'sendMessage'>> {
  const { key, profile, text, gift, foothold } = entry;
  const taken: Record<string, never> | { foothold_kind: Foothold['kind']; foothold: string } = foothold
    ? { foothold_kind: foothold.kind, foothold: foothold.value }
    : {};
  if (photo) {
    const { blob, cancel } = photo;
    const fields = { profile, idempotency_key: key, ...(text !== null && { text }), ...taken, photo: blob };
    return uploadForm('sendMessage', fields, { onProgress, signal: cancel.signal });
  }
  if (gift) return call('sendGift', { profile, gift, idempotency_key: key, ...(text !== null && { note: text }) });
  return call('sendMessage', { profile, text: text ?? '', ...taken, idempotency_key: key });
}
