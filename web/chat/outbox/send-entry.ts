import type { Output } from '../../../contract/index.ts';
import { sendWaitMs, uploadWaitMs } from '../../../contract/platform/limits.ts';
import { call } from '../../platform/call.ts';
import type { OutboxEntry } from './outbox-entry.ts';

export type Sent = Output<'sendMessage'>;

/** Sends a photo and reports its progress. The service worker has no such function. */
export type Upload = (fields: Record<string, string | Blob>) => Promise<Sent>;

/**
 * Sends one entry under its key and in the name of its member. Throws what `call` throws, also for a response without
 * the message, because then nothing was stored.
 */
export async function sendEntry(entry: OutboxEntry, member: string, upload?: Upload): Promise<Sent> {
  const sent = (await request(entry, member, upload)) as Partial<Sent> | null;
  if (typeof sent?.message?.seq !== 'number') throw new TypeError('the answer has no message');
  return sent as Sent;
}

function request(entry: OutboxEntry, member: string, upload?: Upload): Promise<Sent> {
  const { key, profile, text, gift, photo, foothold, client } = entry;
  const taken = foothold && { foothold_kind: foothold.kind, foothold: foothold.value };
  const sent = { profile, idempotency_key: key };
  // Other tabs and the worker wait for this request: a response that is not in time counts as none.
  const as = { member, client, signal: AbortSignal.timeout(photo ? uploadWaitMs : sendWaitMs) };
  if (photo) {
    const fields = { ...sent, ...(text !== null && { text }), ...taken, photo };
    return upload ? upload(fields) : call('sendMessage', fields as never, as);
  }
  if (gift) return call('sendGift', { ...sent, gift, ...(text !== null && { note: text }) }, as);
  return call('sendMessage', { ...sent, text: text ?? '', ...taken }, as);
}

/**
 * Runs `send` while no other tab or worker of the member sends, so that each finds in storage what the others have
 * done. If the browser has no locks, or one is held for so long that its tab is likely suspended, two may send the
 * same entry, which the server stores once because of its key.
 */
export async function inTurn<T>(member: string, send: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return send();
  let hasBegun = false;
  const begin = (): Promise<T> => {
    hasBegun = true;
    return send();
  };
  try {
    const options = { signal: AbortSignal.timeout(uploadWaitMs) };
    return (await navigator.locks.request(`tealight.outbox.${member}`, options, begin)) as T;
  } catch (error) {
    if (hasBegun) throw error;
    return send();
  }
}
