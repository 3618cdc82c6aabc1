import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type Socket, createConnection } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

import { brokenInvariants, quickMember, sendText } from '../../../tests/support/chat.ts';
import { connect, buildCookieHeader, listen, openTab } from '../../../tests/support/live.ts';
import { type TestApp, type TestClient, createTestApp } from '../../../tests/support/test-app.ts';
import { closeMemberSessions } from '../../accounts/sessions/sessions.ts';

let test: TestApp;
let address: string;

beforeAll(async () => {
  test = await createTestApp();
  address = await listen(test);
});
afterAll(async () => {
  expect(await brokenInvariants(test)).toEqual([]);
  await test.close();
});

async function talking(): Promise<{ ada: TestClient; bo: TestClient; conversation: string }> {
  const [ada, bo] = [await quickMember(test, { credits: 500 }), await quickMember(test, { credits: 500 })];
  return { ada, bo, conversation: (await sendText(ada, { profile: bo.id })).body.message.conversation };
}

/** Requests a WebSocket, beginning with `line`. Returns the response once the server has closed its socket. */
async function upgradeAt(line: string): Promise<string> {
  const accepting = once(test.app.server.server, 'connection') as Promise<[Socket]>;
  const { hostname, port } = new URL(`http://${address}`);
  const client = createConnection(Number(port), hostname);
  onTestFinished(() => void client.destroy());
  const [socket] = await accepting;
  const closed = once(socket, 'close');
  const answer = text(client);
  client.end(
    [
      line.includes('HTTP/1.1') ? line : `${line} HTTP/1.1`,
      `Host: ${address}`,
      `Origin: http://${address}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      '\r\n',
    ].join('\r\n'),
  );
  await closed;
  return answer;
}

describe('the handshake of the live channel (WEB-14)', () => {
  it.each([
    ['a foreign page', { origin: 'https://evil.example' }],
    ['a page of a look-alike host', { origin: 'http://127.0.0.1.evil.example' }],
    ['another port of the same host', { origin: 'http://127.0.0.1:1' }],
    ['a page without an origin', { origin: 'null' }],
    ['a client that sends no origin', {}],
  ])('refuses %s, even with the cookie of a member', async (_who, headers) => {
    const ada = await quickMember(test);
    const tab = connect(address, { ...headers, cookie: buildCookieHeader(ada) });
    expect(await tab.closed).toBe(1008);
    expect(tab.heard).toEqual([]);
    expect(test.context.bus.hasListeners(ada.id)).toBe(false);
  });

  it.each([
    ['no session', undefined],
    ['a made-up session token', `auth.session=${'x'.repeat(43)}`],
    ['a very long session token', `auth.session=${'x'.repeat(4_000)}`],
  ])('refuses our own page with %s', async (_what, cookie) => {
    const tab = connect(address, { origin: `http://${address}`, ...(cookie ? { cookie } : {}) });
    expect(await tab.closed).toBe(1008);
    expect(tab.heard).toEqual([]);
  });

  it.each(['GET /%', 'HEAD /api/live', 'POST /api/user.php', 'HEAD /nowhere'])(
    'leaves no socket behind when it is refused: %s',
    async (line) => {
      await upgradeAt(line);
    },
  );

  it.each([
    '/api/openapi.json',
    '/api/user.php',
    '/api/nowhere',
    '/api/live/',
    '/api/live/more',
    '/api/photo/x.jpg',
    '/healthz',
    '/nowhere',
    '/api/user.php HTTP/1.1\r\nAccept: text/html',
  ])('is answered 404 at any other path, without leaving a socket behind: %s', async (path) => {
    const answer = await upgradeAt(`GET ${path}`);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const [status, ...headers] = head.toLowerCase().split('\r\n');
    expect(status).toBe('http/1.1 404 not found');
    expect(headers).toContain('connection: close');
    expect(headers).toContain(`content-length: ${Buffer.byteLength(body)}`);
    expect(headers).toContain('x-content-type-options: nosniff');
  });

  it('says that it needs a socket to a request that asks for none, as where a proxy leaves Upgrade out', async () => {
    const { status, headers } = await fetch(`http://${address}/api/live`);
    expect([status, headers.get('upgrade'), headers.get('connection')]).toEqual([426, 'websocket', 'upgrade']);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    [1011, new Error('a fault')],
    [1013, Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })],
  ])('closes with %i when the session cannot be read, so that the client reconnects', async (code, fault) => {
    const ada = await quickMember(test);
    const reading = vi.spyOn(test.context.database, 'all').mockRejectedValue(fault);
    const tab = connect(address, { origin: `http://${address}`, cookie: buildCookieHeader(ada) });
    expect(await tab.closed).toBe(code);
    reading.mockRestore();
  });

  it('opens for a member and sends a ready event with the operations that it takes over the socket', async () => {
    const tab = await openTab(test, await quickMember(test));
    expect(tab.heard).toEqual([{ type: 'ready', calls: ['sendMessage', 'sendGift'] }]);
    await tab.close();
  });
});

describe('an open socket', () => {
  it.each([64 * 1024 + 1, 8 * 1024 * 1024])(
    'closes with 1009 at a frame of %i bytes, and not at 64 KB',
    async (bytes) => {
      const tab = await openTab(test, await quickMember(test));
      tab.socket.send('x'.repeat(64 * 1024));
      tab.socket.ping();
      await once(tab.socket, 'pong');
      tab.socket.send('x'.repeat(bytes));
      expect(await tab.closed).toBe(1009);
    },
  );

  it('closes on every device when the member’s sessions end, and does not open again', async () => {
    const ada = await quickMember(test);
    const [first, second] = [await openTab(test, ada), await openTab(test, ada)];
    await test.context.database.transaction(async (tx) => {
      await closeMemberSessions(tx, ada.id);
      tx.afterCommit(() => test.context.bus.publish(ada.id, { type: 'logged-out' }));
    });
    expect(await Promise.all([first.closed, second.closed])).toEqual([1008, 1008]);
    expect(await connect(address, { origin: `http://${address}`, cookie: buildCookieHeader(ada) }).closed).toBe(1008);
  });

  it('closes when the member logs out (AUT-10)', async () => {
    const ada = await quickMember(test);
    const tab = await openTab(test, ada);
    expect((await ada.call('logOut')).status).toBeLessThan(300);
    expect(await tab.closed).toBe(1008);
  });

  it('stays open when another session of the member ends', async () => {
    const ada = await quickMember(test);
    const tab = await openTab(test, ada);
    test.context.bus.publish(ada.id, { type: 'logged-out' });
    test.context.bus.publish(ada.id, { type: 'settings' });
    await tab.hears('settings');
    tab.socket.ping();
    await once(tab.socket, 'pong');
    expect(tab.heard.map((event) => event.type)).toEqual(['ready', 'settings']);
    await tab.close();
  });

  it('ignores malformed frames and stays open', async () => {
    const { ada, bo, conversation } = await talking();
    const [tab, other] = [await openTab(test, bo), await openTab(test, ada)];
    const frames = ['', 'null', '[]', '{', '"typing"', '{"type":"typing"}', '{"type":"typing","conversation":5}'];
    const read = { type: 'read', conversation };
    const objects = [
      { ...read, seq: '1' },
      { ...read, seq: -1 },
      { ...read, seq: 1.5 },
      { ...read, seq: 1e300 },
      { ...read, seq: 1, conversation: [conversation] },
      { type: 'message', conversation, text: 'free of charge' },
      { type: 'typing', conversation: randomUUID() },
      { type: 'constructor', conversation },
    ];
    for (const frame of [...frames, ...objects.map((object) => JSON.stringify(object))]) tab.socket.send(frame);
    tab.socket.send(Buffer.from([0xff, 0xfe, 0x00]));
    tab.socket.send(JSON.stringify({ ...read, seq: 1 }));
    expect(await other.hears('read')).toEqual({ type: 'read', conversation, seq: 1, own: false });
    expect(other.heard.map((event) => event.type)).toEqual(['ready', 'read']);
    await Promise.all([tab.close(), other.close()]);
  });

  it('receives no events of other members’ conversations, whatever its frames name (AZN-05)', async () => {
    const { ada, bo, conversation } = await talking();
    const [eve, adaTab, boTab] = [await quickMember(test), await openTab(test, ada), await openTab(test, bo)];
    const tab = await openTab(test, eve);
    tab.socket.send(JSON.stringify({ type: 'typing', conversation }));
    tab.socket.send(JSON.stringify({ type: 'read', conversation, seq: 1 }));
    await sendText(ada, { conversation });
    await Promise.all([adaTab.hears('message'), boTab.hears('message')]);
    for (const each of [adaTab, boTab]) expect(each.heard.map((event) => event.type)).toEqual(['ready', 'message']);
    expect(tab.heard.map((event) => event.type)).toEqual(['ready']);
    await Promise.all([tab.close(), adaTab.close(), boTab.close()]);
  });

  it('is unsubscribed when it closes, even during the handshake', async () => {
    const ada = await quickMember(test);
    const headers = { origin: `http://${address}`, cookie: buildCookieHeader(ada) };
    const early = Array.from({ length: 20 }, () => connect(address, headers));
    // These sockets close while the server reads their session.
    for (const { socket } of early) socket.on('open', () => socket.terminate());
    await Promise.all(early.map((tab) => tab.closed));
    const tab = await openTab(test, ada);
    expect(test.context.bus.hasListeners(ada.id)).toBe(true);
    await tab.close();
    await expect.poll(() => test.context.bus.hasListeners(ada.id)).toBe(false);
  });
});

describe('the tabs of a member', () => {
  it('each receive a message once, as its reader sees it', async () => {
    const { ada, bo, conversation } = await talking();
    const tabs = await Promise.all([ada, ada, bo, bo].map((member) => openTab(test, member)));
    const sent = (await sendText(ada, { conversation }, 'to every tab')).body;
    const events = await Promise.all(tabs.map((tab) => tab.hears('message')));
    expect(events.map((event) => event.message.own)).toEqual([true, true, false, false]);
    expect(events[1]?.message).toEqual(sent.message);
    expect(events[1]?.credits).toBe(sent.credits);
    expect(tabs.map((tab) => tab.heard.length)).toEqual([2, 2, 2, 2]);
    await Promise.all(tabs.map((tab) => tab.close()));
  });

  it('receive one typing event a second from a flood of a thousand frames on two devices (MSG-14)', async () => {
    const { ada, bo, conversation } = await talking();
    const [phone, laptop, other] = [await openTab(test, ada), await openTab(test, ada), await openTab(test, bo)];
    // The limits count seconds of the process, which stand still here, however long a flood takes.
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const second of [1, 2]) {
      for (let n = 0; n < 500; n += 1)
        for (const tab of [phone, laptop]) tab.socket.send(JSON.stringify({ type: 'typing', conversation }));
      expect((await sendText(ada, { conversation }, `in flood ${second}`)).status).toBe(200);
      for (const tab of [phone, laptop]) {
        tab.socket.ping();
        await once(tab.socket, 'pong');
      }
      const typed = () => other.heard.filter((event) => event.type === 'typing').length;
      await expect.poll(typed).toBeGreaterThanOrEqual(second);
      // Any other frame that was let through would be heard before this.
      await sendText(ada, { conversation }, `after flood ${second}`);
      await other.hears('message', ({ message }) => message.text === `after flood ${second}`);
      expect(typed()).toBe(second);
      vi.advanceTimersByTime(1_001);
    }
    await Promise.all([phone.close(), laptop.close(), other.close()]);
  });

  it('receive or fetch every message exactly once over twenty reconnects under load (MSG-01, MSG-03)', async () => {
    const { ada, bo, conversation } = await talking();
    const shown: number[] = [1];
    let sending = Promise.resolve();
    for (let round = 0; round < 20; round += 1) {
      // Messages are committed before, during and after the socket opens and the client catches up.
      sending = sending.then(async () => {
        for (let n = 0; n < 3; n += 1) await sendText(ada, { conversation }, `round ${round}`);
      });
      const tab = await openTab(test, bo);
      const known = shown.at(-1) ?? 0;
      const caughtUp = (await bo.call('getChat', { conversation, after: known })).body.messages;
      if (round % 2 === 0) await sending;
      if (round % 2 === 0) await tab.hears('ready');
      await tab.close();
      const live = tab.heard.flatMap((event) => (event.type === 'message' ? [event.message] : []));
      const merged = new Map(
        [...caughtUp, ...live].filter((message) => message.seq > known).map((message) => [message.seq, message]),
      );
      for (const message of [...caughtUp, ...live]) expect(merged.get(message.seq)?.id ?? message.id).toBe(message.id);
      // Messages that the socket missed while closing are a gap for the next round: only the unbroken run is shown.
      for (let seq = known + 1; merged.has(seq); seq += 1) shown.push(seq);
    }
    await sending;
    const tab = await openTab(test, bo);
    const rest = (await bo.call('getChat', { conversation, after: shown.at(-1) ?? 0 })).body.messages;
    shown.push(...rest.map((message) => message.seq));
    expect(shown).toEqual(Array.from({ length: 61 }, (_, i) => i + 1));
    await tab.close();
  });
});
