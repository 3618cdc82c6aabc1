import { setTimeout as wait } from 'node:timers/promises';

import type { Outbox } from '../../platform/outbox.ts';

export interface TextMessage {
  /** The phone number in E.164: +31612345678. */
  to: string;
  text: string;
  /** The key of a message, the same when it is sent again because the response was lost. */
  id: string;
  /** The recipient's account. Never leaves the server. */
  about: MemberId;
}

/** Sends text messages. The embedded default stores them in the outbox; an HTTP gateway delivers them. */
export interface SmsGateway {
  send(message: TextMessage): Promise<void>;
}

export function createOutboxSms(outbox: Outbox): SmsGateway {
  return {
    send: ({ to, text, id, about }) => outbox.add({ id, channel: 'sms', to, subject: '', text, html: '', about }),
  };
}

const timeoutMs = 5_000;
const pausesMs = [250, 1_000];

/**
 * Sends `POST {to, from, text, id}` as JSON with a bearer token; 2xx accepts it. Failures are retried with the same
 * `Idempotency-Key`; a refusal is not. Errors contain no number and no text.
 */
export function createHttpSms(options: {
  url: string;
  token: string;
  sender: string;
  timeout?: number;
  pauses?: readonly number[];
}): SmsGateway {
  const { url, token, sender, timeout = timeoutMs, pauses = pausesMs } = options;

  async function post({ to, text, id }: TextMessage): Promise<number | undefined> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': id },
        body: JSON.stringify({ to, from: sender, text, id }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      // Unreachable, too slow, or cut off.
      return undefined;
    }
  }

  return {
    send: async (message) => {
      for (const pause of [...pauses, undefined]) {
        const status = await post(message);
        if (status !== undefined && status >= 200 && status < 300) return;
        const mayPass = status === undefined || status >= 500 || status === 408 || status === 429;
        if (!mayPass || pause === undefined) throw new Error(`the SMS gateway responded with ${status ?? 'nothing'}`);
        await wait(pause);
      }
    },
  };
}
