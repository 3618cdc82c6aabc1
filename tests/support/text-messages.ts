import type { APIRequestContext } from '@playwright/test';

import type { OutboxEntry } from '../../server/platform/outbox.ts';
import { expect, site } from './e2e.ts';

/** The server's mails and text messages, newest first. */
export async function outbox(request: APIRequestContext): Promise<OutboxEntry[]> {
  return (await (await request.get(`${site()}/dev/outbox?format=json`)).json()) as OutboxEntry[];
}

/** The newest code sent to a number, which includes the country's prefix. */
export async function codeSentTo(request: APIRequestContext, number: string): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const sent = (await outbox(request)).find(({ channel, to }) => channel === 'sms' && to === number);
      code = /\d{6}/.exec(sent?.text ?? '')?.[0] ?? '';
      return code;
    })
    .not.toBe('');
  return code;
}
