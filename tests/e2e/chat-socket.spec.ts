import type { Page } from '@playwright/test';

import type { LiveEvent } from '../../contract/events.ts';
import type { CallAnswer, CallFrame } from '../../contract/frames.ts';
import { api, expect, test } from '../support/e2e.ts';
import { button, openAlive, say } from '../support/forms.ts';
import { box, couple, credits, log, openChat, sendOverHttp, sendText, write } from '../support/talk.ts';

/** Collects the texts, or the gifts, of the calls that the page makes over sockets and over HTTP from now on. */
function watchCalls(page: Page) {
  const overSocket: (string | undefined)[] = [];
  const overHttp: (string | undefined)[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const { type, input } = JSON.parse(String(payload)) as { type: string; input: CallFrame<'sendGift'>['input'] };
      if (type === 'call') overSocket.push((input as { text?: string }).text ?? input.gift);
    }),
  );
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && /\/api\/(message|gift)\.php/.test(pathname))
      overHttp.push((request.postDataJSON() as { text?: string }).text);
  });
  return { overSocket, overHttp };
}

const pending = (who: Parameters<typeof log>[0]) => log(who).getByText(say('chat.pending'), { exact: true });

test('texts and gifts go over the open socket, in their order, and no request is made for them', async ({
  browser,
}) => {
  const { she, he } = await couple(browser, { premium: true });
  const chat = await sendText(he, she, 'Hello');
  const calls = watchCalls(she.page);
  await openChat(she, chat);
  const texts = ['One', 'Two', 'Three'];
  for (const text of texts) await write(she, he, text);
  for (const text of texts) await expect(log(she).getByText(text)).toHaveCount(1);
  await expect(pending(she)).toHaveCount(0);
  await button(she.page, 'chat.add-gift').click();
  const dialog = she.page.getByRole('dialog');
  await dialog.getByRole('radio', { name: say('chat.gift-name', { gift: 'rose' }) }).check();
  await dialog.getByRole('button', { name: say('chat.gift-send') }).click();
  await expect.poll(() => calls.overSocket).toEqual([...texts, 'rose']);
  await expect(pending(she)).toHaveCount(0);
  expect(calls.overHttp).toEqual([]);
  const { messages } = (await api(he.context.request, 'getChat', { conversation: chat })).body;
  expect(messages.map(({ text, gift }) => text ?? gift)).toEqual(['Hello', ...texts, 'rose']);
});

test('texts go over HTTP while the server takes no calls over the socket', async ({ browser }) => {
  const { she, he } = await couple(browser);
  const calls = watchCalls(she.page);
  await sendOverHttp(she.page);
  await openChat(she, await sendText(he, she, 'Hello'));
  await write(she, he, 'As before');
  await expect(log(she).getByText('As before')).toHaveCount(1);
  await expect(pending(she)).toHaveCount(0);
  expect(calls).toEqual({ overSocket: [], overHttp: ['As before'] });
});

for (const [when, isForwarded] of [
  ['before the server has the message', false],
  ['before the page has the answer', true],
] as const)
  test(`a message whose socket is cut ${when} is sent again over HTTP: one message, one debit (MSG-04)`, async ({
    browser,
  }) => {
    const { she, he } = await couple(browser, { premium: true });
    const chat = await sendText(he, she, 'Hello');
    const calls = watchCalls(she.page);
    const keys: string[] = [];
    let isReady = (): void => undefined;
    const ready = new Promise<void>((resolve) => (isReady = resolve));
    await she.page.routeWebSocket(/\/api\/live$/, (socket) => {
      const server = socket.connectToServer();
      let isCut = false;
      socket.onMessage((message) => {
        const frame = JSON.parse(String(message)) as { type: string } & CallFrame<'sendMessage'>;
        if (frame.type === 'call') {
          isCut = true;
          keys.push(frame.input.idempotency_key);
          if (!isForwarded) return void socket.close({ code: 3001 });
        }
        server.send(message);
      });
      server.onMessage((message) => {
        const event = JSON.parse(String(message)) as LiveEvent | CallAnswer;
        if (isCut && event.type === 'answer') void socket.close({ code: 3001 });
        // Nothing tells the page that the message was stored.
        if (!isCut) socket.send(message);
        if (event.type === 'ready') isReady();
      });
    });
    await openAlive(she.page, `/chats/${chat}`);
    await ready;
    const before = await credits(she);
    const repeated = she.page.waitForRequest((request) => request.url().endsWith('/api/message.php'));
    await write(she, he, 'Did you get this?');
    const { idempotency_key: key } = (await repeated).postDataJSON() as { idempotency_key: string };
    expect(keys).toEqual([key]);
    await expect(pending(she)).toHaveCount(0);
    await expect(log(she).getByText('Did you get this?')).toHaveCount(1);
    const { messages, message_credits: price } = (await api(he.context.request, 'getChat', { conversation: chat }))
      .body;
    expect(messages.map(({ text }) => text)).toEqual(['Hello', 'Did you get this?']);
    expect(before - (await credits(she))).toBe(price);
    expect(calls.overHttp).toEqual(['Did you get this?']);
    await expect(box(she, he)).toHaveValue('');
  });
