import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WebSocket } from 'ws';

import type { OperationName } from '../../../contract/calls.ts';
import type { CallAnswer } from '../../../contract/frames.ts';
import { quickMember, replaceStatements, sendText, startChat, useCheckedApp } from '../../../tests/support/chat.ts';
import { secondNode } from '../../../tests/support/direct-debit.ts';
import { type Tab, openTab } from '../../../tests/support/live.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { handlers } from '../../modules.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';
import { Failure } from '../failure.ts';
import { type SocketCaller, createSocketCalls } from './socket-calls.ts';

const test = useCheckedApp();
afterEach(() => void vi.restoreAllMocks());

const makeText = (profile: string, text = 'hello', key: string = randomUUID()) => {
  return { profile, text, idempotency_key: key };
};
const countMessages = async ({ id }: TestClient): Promise<number> =>
  (await test.sql('select from messages where sender_id = $1', [id])).length;

/** Calls over HTTP, and returns the response as a socket gives it. */
async function callOverHttp(client: TestClient, name: OperationName, input: object, headers = {}) {
  const { status, body, headers: sent } = await client.call(name, input, headers);
  const wait = sent['retry-after'];
  return { status, body: body as unknown, ...(wait !== undefined && { retry_after: Number(wait) }) };
}

async function callOverSocket(tab: Tab, name: OperationName, input: object, by?: object) {
  const { status, body, retry_after: wait } = await tab.call(name, input, by);
  return { status, body: body as unknown, ...(wait !== undefined && { retry_after: wait }) };
}

/** Waits until the server has read every frame that was sent before. */
async function isTaken({ socket }: Tab): Promise<void> {
  socket.ping();
  await once(socket, 'pong');
}

describe('a call over a socket', () => {
  it('gets the same result as the same key over HTTP, whichever comes first: one message, one debit', async () => {
    const { ada, bo } = await startChat(test);
    const tab = await openTab(test, ada);
    for (const first of ['HTTP', 'the socket']) {
      const before = (await ada.call('getChat', { profile: bo.id })).body;
      const input = makeText(bo.id, `first over ${first}`);
      const ways = [() => callOverHttp(ada, 'sendMessage', input), () => callOverSocket(tab, 'sendMessage', input)];
      const answers: unknown[] = [];
      for (const way of first === 'HTTP' ? ways : ways.toReversed()) answers.push(await way());
      const credits = before.credits - before.message_credits;
      expect(answers[0]).toMatchObject({ status: 200, body: { message: { text: input.text }, credits } });
      expect(answers[1]).toEqual(answers[0]);
      const note = { profile: bo.id, gift: 'tealight', note: first, idempotency_key: randomUUID() };
      expect(await callOverSocket(tab, 'sendGift', note)).toEqual(await callOverHttp(ada, 'sendGift', note));
    }
    expect(await countMessages(ada)).toBe(5);
  });

  it.each<[string, (bo: TestClient) => object]>([
    ['an empty text', (bo) => makeText(bo.id, '')],
    ['a text that is too long for the site', (bo) => makeText(bo.id, 'x'.repeat(501))],
    ['a text that is too long for the contract', (bo) => makeText(bo.id, 'x'.repeat(20_001))],
    ['a NUL', (bo) => makeText(bo.id, 'a\0b')],
    ['half a character', (bo) => makeText(bo.id, '\ud83d')],
    ['no key', (bo) => ({ profile: bo.id, text: 'x' })],
    ['nothing', () => ({})],
    ['a photo that is a text', (bo) => ({ ...makeText(bo.id), photo: 'x' })],
    ['half a quote', (bo) => ({ ...makeText(bo.id), quote: 'x' })],
    ['an unknown member', () => makeText(randomUUID())],
    ['an unknown conversation', () => ({ conversation: randomUUID(), text: 'x', idempotency_key: randomUUID() })],
  ])('with %s is refused as over HTTP', async (_what, makeInput) => {
    const { ada, bo } = await startChat(test);
    const tab = await openTab(test, ada);
    const input = makeInput(bo);
    const answer = await callOverSocket(tab, 'sendMessage', input);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer).toEqual(await callOverHttp(ada, 'sendMessage', input));
    expect(await countMessages(ada)).toBe(1);
  });

  it('is refused as over HTTP without credits, to oneself, to a member who blocks, and with a key of another call', async () => {
    const [{ ada, bo }, poor] = [await startChat(test), await quickMember(test)];
    const [tab, poorTab] = [await openTab(test, ada), await openTab(test, poor)];
    const key = randomUUID();
    await sendText(ada, { profile: bo.id }, 'one', key);
    const refused: [Tab, TestClient, object, string][] = [
      [poorTab, poor, makeText(bo.id), 'chat.credits'],
      [tab, ada, makeText(ada.id), 'chat.self'],
      [tab, ada, makeText(bo.id, 'two', key), 'request.key-reused'],
    ];
    await poor.call('blockMember', { profile: ada.id });
    refused.push([tab, ada, makeText(poor.id), 'profile.blocked-you']);
    for (const [at, client, input, error] of refused) {
      const answer = await callOverSocket(at, 'sendMessage', input);
      expect(answer).toMatchObject({ body: { error } });
      expect(answer).toEqual(await callOverHttp(client, 'sendMessage', input));
    }
  });

  it('gets the answer to a fault and to a busy database that HTTP gives, with its wait', async () => {
    const { ada, bo } = await startChat(test);
    const tab = await openTab(test, ada);
    const input = makeText(bo.id);
    vi.spyOn(handlers, 'sendMessage').mockRejectedValueOnce(new Error('a fault'));
    expect(await callOverSocket(tab, 'sendMessage', input)).toMatchObject({
      status: 500,
      body: { error: 'request.failed', trace: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown },
    });
    vi.mocked(handlers.sendMessage).mockRejectedValueOnce(Object.assign(new Error(), { code: '57P01' }));
    const answer = { status: 503, body: { error: 'request.busy' }, retry_after: 5 };
    expect(await callOverSocket(tab, 'sendMessage', input)).toMatchObject(answer);
    vi.mocked(handlers.sendMessage).mockRejectedValueOnce(Object.assign(new Error(), { code: '57P01' }));
    expect(await callOverHttp(ada, 'sendMessage', input)).toMatchObject(answer);
  });

  it('counts like one over HTTP: for its address, for its member, in the metrics', async () => {
    const { ada, bo } = await startChat(test);
    const tab = await openTab(test, ada);
    const { rateLimits, metrics } = test.context;
    const enforceAddress = vi.spyOn(rateLimits, 'enforceAddress');
    const enforceCall = vi.spyOn(rateLimits, 'enforceCall');
    const count = vi.spyOn(metrics, 'count');
    await callOverSocket(tab, 'sendMessage', makeText(bo.id));
    expect(enforceAddress.mock.calls).toEqual([['address', '127.0.0.1']]);
    expect(enforceCall.mock.calls).toEqual([['write', '127.0.0.1', ada.id]]);
    expect(count).toHaveBeenCalledWith('calls_total', { operation: 'sendMessage', outcome: 'ok' });
    // The alert on failures reads this count.
    expect(count).toHaveBeenCalledWith('responses_total', { status: 200 });
    for (const spy of [enforceAddress, enforceCall]) {
      spy.mockRejectedValueOnce(new Failure('request.too-many', { retry_after: 7 }));
      const answer = await callOverSocket(tab, 'sendMessage', makeText(bo.id));
      expect(answer).toMatchObject({ status: 429, body: { error: 'request.too-many' }, retry_after: 7 });
      spy.mockRejectedValueOnce(new Failure('request.too-many', { retry_after: 7 }));
      expect(await callOverHttp(ada, 'sendMessage', makeText(bo.id))).toEqual(answer);
    }
    expect(await countMessages(ada)).toBe(2);
  });

  it.each<[string, (ada: TestClient) => Promise<unknown>]>([
    ['somebody ended it', ({ id }) => test.sql('delete from sessions where member_id = $1', [id])],
    ['it expired', ({ id }) => test.sql(`update sessions set expires_at = 'epoch' where member_id = $1`, [id])],
    ['it was idle', ({ id }) => test.sql(`update sessions set seen_at = 'epoch' where member_id = $1`, [id])],
    [
      'staff banned the member',
      ({ id }) => test.sql(`update members set status = 'banned' where member_id = $1`, [id]),
    ],
  ])('is refused as over HTTP once its session is over, before the socket knows: %s (AUT-10)', async (_why, end) => {
    const { ada, bo } = await startChat(test);
    const tab = await openTab(test, ada);
    await end(ada);
    const answer = await callOverSocket(tab, 'sendMessage', makeText(bo.id));
    expect(answer).toMatchObject({ status: 403, body: { error: 'session.missing', authentication_required: true } });
    expect(answer).toEqual(await callOverHttp(ada, 'sendMessage', makeText(bo.id)));
    expect(await countMessages(ada)).toBe(1);
  });

  it('in the name of another member has no session, so that a message that waited is never sent for them', async () => {
    const { ada, bo } = await startChat(test);
    const tab = await openTab(test, ada);
    const answer = await callOverSocket(tab, 'sendMessage', makeText(bo.id), { member: bo.id });
    expect(answer).toMatchObject({ status: 403, body: { error: 'session.missing' } });
    expect(answer).toEqual(await callOverHttp(ada, 'sendMessage', makeText(bo.id), { 'x-member': bo.id }));
    expect((await callOverSocket(tab, 'sendMessage', makeText(bo.id), { member: ada.id })).status).toBe(200);
  });

  it('records the use of the session, and activity unless its page is hidden', async () => {
    const { ada, bo } = await startChat(test);
    const tab = await openTab(test, ada);
    const read = async () =>
      (
        await test.sql<{ seen: Date; active: Date }>(
          `select seen_at as seen, last_active_at as active from sessions join profiles using (member_id)
            where member_id = $1`,
          [ada.id],
        )
      )[0];
    for (const hidden of [true, false]) {
      const before = await read();
      test.clock.move(120_000);
      const at = test.clock.now().getTime();
      await callOverSocket(tab, 'sendMessage', makeText(bo.id), { hidden, client: 'app' });
      const after = await read();
      expect(after?.seen.getTime()).toBeGreaterThanOrEqual(at);
      expect(after?.active.getTime() === before?.active.getTime()).toBe(hidden);
    }
  });
});

describe('the calls of a socket', () => {
  it('are answered in the order of their frames, and their messages keep it', async () => {
    const { ada, bo } = await startChat(test);
    const tab = await openTab(test, ada);
    const texts = Array.from({ length: 12 }, (_, n) => `number ${n}`);
    const done: string[] = [];
    await Promise.all(
      texts.map(async (text) => {
        await tab.call('sendMessage', makeText(bo.id, text));
        done.push(text);
      }),
    );
    expect(done).toEqual(texts);
    const { messages } = (await bo.call('getChat', { profile: ada.id })).body;
    expect(messages.map(({ text }) => text)).toEqual(['hello', ...texts]);
  });

  it('are stored or refused, never both, when a thousand frames come at once', async () => {
    const { ada, bo } = await startChat(test);
    const tab = await openTab(test, ada);
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const answers: CallAnswer[] = [];
    tab.socket.on('message', (data: Buffer) => {
      const event = JSON.parse(data.toString()) as CallAnswer;
      if (event.type === 'answer') answers.push(event);
    });
    const inputs = Array.from({ length: 1_000 }, (_, n) => makeText(bo.id, `number ${n}`));
    for (const [id, input] of inputs.entries())
      tab.socket.send(JSON.stringify({ type: 'call', id, operation: 'sendMessage', input }));
    await isTaken(tab);
    // Of a second, fifty frames are read; the rest costs nothing.
    await vi.waitFor(() => expect(answers).toHaveLength(50), 10_000);
    const [stored, refused] = [200, 429].map((code) => answers.filter(({ status }) => status === code));
    expect([stored?.length, refused?.length].reduce((sum = 0, count = 0) => sum + count)).toBe(50);
    expect(stored?.length).toBeGreaterThanOrEqual(16);
    for (const answer of refused ?? []) expect(answer).toMatchObject({ body: { retry_after: 1 }, retry_after: 1 });
    expect(await countMessages(ada)).toBe(1 + (stored?.length ?? 0));
  });

  it('get no answer without an id, and a refusal for what is not a call that sockets take', async () => {
    const { ada, bo } = await startChat(test);
    const tab = await openTab(test, ada);
    const call = { type: 'call', operation: 'sendMessage', input: makeText(bo.id) };
    const ids = [undefined, null, -1, 1.5, 1e300, '1', [1], {}];
    const nothing = ids.map((id) => JSON.stringify({ ...call, id }));
    const poisoned = JSON.stringify({ ...call, id: 0 }).replace('"text"', '"__proto__":{"text":"x"},"text"');
    for (const frame of [...nothing, poisoned, '{"type":"call"', Buffer.from(JSON.stringify({ ...call, id: 0 }))])
      tab.socket.send(frame);
    expect((await callOverSocket(tab, 'getUser', {})).body).toMatchObject({ error: 'request.not-found' });
    for (const name of ['logOut', 'toString', 'nowhere'])
      expect(await callOverSocket(tab, name as OperationName, {})).toMatchObject({ status: 404 });
    for (const input of [null, [], 'x', undefined, 5])
      expect(await callOverSocket(tab, 'sendMessage', input as never)).toMatchObject({
        status: 400,
        body: { error: 'request.malformed' },
      });
    for (const by of [{ member: 'x' }, { client: 'phone' }, { hidden: 'no' }, { operation: 5 }])
      expect((await callOverSocket(tab, 'sendMessage', makeText(bo.id), by)).status).toBe(400);
    expect(await countMessages(ada)).toBe(1);
  });

  it('are limited in size: a megabyte closes the socket, and stores nothing', async () => {
    const { ada, bo } = await startChat(test);
    const tab = await openTab(test, ada);
    await expect(tab.call('sendMessage', makeText(bo.id, 'x'.repeat(1024 * 1024)))).rejects.toThrow('1009');
    expect(await countMessages(ada)).toBe(1);
  });
});

describe('a server that stops while a message is on its way', () => {
  it('stores it and closes the socket, and another node gives the answer that was lost', async () => {
    const { ada, bo } = await startChat(test);
    const other = await secondNode(test);
    const tab = await openTab({ app: other.app }, ada);
    const input = makeText(bo.id, 'just before the stop');
    let commit = (): void => undefined;
    const held = new Promise<void>((resolve) => (commit = resolve));
    let writes = false;
    const reached = new Promise<void>((resolve) => {
      replaceStatements(async (name, run) => {
        if (name === 'chat.store-messages') writes = true;
        if (name === 'commit' && writes) {
          resolve();
          await held;
        }
        return run();
      });
    });
    const lost = tab.call('sendMessage', input).catch(String);
    const waiting = tab.call('sendMessage', makeText(bo.id, 'not begun')).catch(String);
    await reached;
    const stopped = other.close();
    expect(await tab.closed).toBe(1012);
    commit();
    await stopped;
    expect(await Promise.all([lost, waiting])).toEqual(Array(2).fill('Error: the socket closed with 1012'));
    vi.restoreAllMocks();
    expect(await countMessages(ada)).toBe(2);
    expect((await ada.call('sendMessage', input)).body.message.seq).toBe(2);
    expect(await countMessages(ada)).toBe(2);
  });
});

describe('a socket whose client does not read', () => {
  const caller: SocketCaller = {
    host: 'localhost',
    ip: '192.0.2.1',
    origin: 'http://localhost',
    geoipCountry: null,
    visit: { tracking: undefined },
    token: 'x',
  };

  it('runs no more calls until the client has read, so that its answers do not fill the memory', async () => {
    const sent: string[] = [];
    const socket = { readyState: 1, OPEN: 1, bufferedAmount: 0, send: (text: string) => sent.push(text) };
    const dispatch = vi.fn(async () => ({ ok: true, status: 200, body: null }));
    const calls = createSocketCalls(test.context, dispatch as unknown as Dispatch);
    const take = calls.open(socket as unknown as WebSocket, caller);
    const call = (id: number) => take({ id, operation: 'sendMessage', input: {} });
    call(0);
    await calls.whenDone();
    socket.bufferedAmount = 65_537;
    for (let id = 1; id < 100; id += 1) call(id);
    await calls.whenDone();
    expect([sent.length, dispatch.mock.calls.length]).toEqual([1, 1]);
    socket.bufferedAmount = 0;
    call(100);
    await calls.whenDone();
    expect(sent).toEqual([0, 100].map((id) => JSON.stringify({ type: 'answer', id, status: 200, body: null })));
  });
});
