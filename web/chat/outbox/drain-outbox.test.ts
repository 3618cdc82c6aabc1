import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { oneAtATime } from '../../../tests/support/one-at-a-time.ts';
import { type OutboxEntry, newEntry } from './outbox-entry.ts';

const ana = toId<MemberId>('ana');
const records = new Map<string, OutboxEntry>();
let requests: string[] = [];
/** The forms of the requests. */
let forms: Record<string, unknown>[] = [];
let headers: Record<string, string> = {};
let respond: () => Response;
const clearAppBadge = vi.fn();

interface Sending {
  body: string | FormData;
  headers: Record<string, string>;
  signal: AbortSignal;
}

const database = {
  membersIn: async () => (records.size > 0 ? ['she'] : []),
  listRecords: async () => [...records.values()].map((record) => structuredClone(record)),
  replaceRecord: async (_store: string, record: OutboxEntry) => void records.set(record.key, record),
  removeRecord: async (_store: string, { key }: OutboxEntry) => void records.delete(key),
};

/** Runs as in the worker, with fresh modules: other tests load them with another database. */
async function drainOutbox(): Promise<void> {
  vi.resetModules();
  await (await import('./drain-outbox.ts')).drainOutbox();
}

const leave = (...texts: string[]): void => {
  for (const text of texts) {
    const message = { key: `key of ${text}`, profile: ana, kind: 'text', text, gift: null, credits: 5 } as const;
    records.set(message.key, newEntry({ ...message, at: new Date().toISOString() }));
  }
};
const refuse = (status: number, body: object) => (): Response => Response.json({ message: '', ...body }, { status });
const delivered = (): Response => Response.json({ message: { conversation: 'c1', seq: 1 }, credits: 9 });

beforeEach(() => {
  requests = [];
  forms = [];
  records.clear();
  clearAppBadge.mockReset().mockResolvedValue(undefined);
  vi.doMock('../../platform/storage/database.ts', () => database);
  vi.stubGlobal('localStorage', { removeItem: () => undefined });
  vi.stubGlobal('navigator', { setAppBadge: clearAppBadge, clearAppBadge });
  vi.stubGlobal(
    'BroadcastChannel',
    class extends EventTarget {
      postMessage = (): void => undefined;
    },
  );
  vi.stubGlobal('fetch', async (_path: string, { body, headers: sent, signal }: Sending) => {
    signal.throwIfAborted();
    headers = sent;
    const fields = typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : Object.fromEntries(body);
    requests.push(fields['text'] as string);
    forms.push(fields);
    return respond();
  });
});
afterEach(() => {
  vi.doUnmock('../../platform/storage/database.ts');
  // Other tests must not get modules that were loaded with these mocks.
  vi.resetModules();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('the service worker', () => {
  it('asks to be woken again while there is no network', async () => {
    leave('only');
    respond = () => {
      throw new TypeError('no network');
    };
    await expect(drainOutbox()).rejects.toThrow('no network');
    expect(records.size).toBe(1);
  });

  it.each([
    ['a page', () => new Response('<html>We are back soon</html>')],
    ['half a message', () => new Response('{"message":{"conver')],
    ['JSON of somebody else', () => Response.json({ login: 'https://wifi.example' })],
    ['nothing', () => new Response(null, { status: 204 })],
  ])('keeps a message if a success status comes with %s', async (_what, nonsense) => {
    leave('only');
    respond = nonsense;
    await expect(drainOutbox()).rejects.toThrow(TypeError);
    expect([...records.values()]).toMatchObject([{ text: 'only', state: 'waiting' }]);
    respond = delivered;
    await drainOutbox();
    expect([requests, records.size]).toEqual([['only', 'only'], 0]);
  });

  it.each(['app', 'web'] as const)(
    'sends a message written in the %s as from that client, and says that nobody is present now',
    async (client) => {
      leave('only');
      for (const entry of records.values()) records.set(entry.key, { ...entry, client });
      respond = delivered;
      await drainOutbox();
      expect(headers).toMatchObject({ 'x-client-type': client, 'x-hidden': '1', 'x-member': 'she' });
    },
  );

  it('sends a photo with its text and its key', async () => {
    const photo = new Blob(['a picture'], { type: 'image/jpeg' });
    const message = { key: 'k', profile: ana, kind: 'photo', text: 'Look', gift: null, photo, credits: 5 } as const;
    records.set('k', newEntry({ ...message, at: new Date().toISOString() }));
    respond = delivered;
    await drainOutbox();
    expect(forms).toEqual([{ profile: 'ana', idempotency_key: 'k', text: 'Look', photo: expect.any(File) as unknown }]);
    expect(await (forms.at(0)!['photo'] as File).text()).toBe('a picture');
    expect(records.size).toBe(0);
  });

  it.each([
    ['text', 30],
    ['photo', 90],
  ] as const)('treats a %s without a response after %i seconds like a missing network', async (kind, seconds) => {
    leave('only');
    const [entry] = records.values();
    records.set(entry!.key, { ...entry!, kind, ...(kind === 'photo' && { photo: new Blob(['a picture']) }) });
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
    await expect(drainOutbox()).rejects.toThrow(DOMException);
    expect(limit.mock.calls).toEqual([[seconds * 1_000]]);
    expect([...records.values()]).toMatchObject([{ text: 'only', state: 'waiting', tries: 1 }]);
  });

  it('sends a message twice at worst, under one key, if the browser has no locks', async () => {
    expect('locks' in navigator).toBe(false);
    leave('only');
    respond = delivered;
    await Promise.all([drainOutbox(), drainOutbox()]);
    expect(new Set(forms.map((fields) => fields['idempotency_key']))).toEqual(new Set(['key of only']));
    expect([requests.length <= 2, records.size]).toEqual([true, 0]);
  });

  it('sends a message only once if the browser has locks, even if two runs overlap', async () => {
    Object.assign(navigator, { locks: { request: oneAtATime() } });
    leave('only');
    respond = delivered;
    await Promise.all([drainOutbox(), drainOutbox()]);
    expect([requests, records.size]).toEqual([['only'], 0]);
  });

  it.each([429, 502, 503])('asks to be woken again while the server answers %i', async (status) => {
    leave('first', 'second');
    vi.useFakeTimers({ toFake: ['Date'] });
    respond = refuse(status, { error: 'request.failed', retry_after: 12 });
    await expect(drainOutbox()).rejects.toThrow('wait');
    // The second message would only overtake the first.
    expect([requests, records.size]).toEqual([['first'], 2]);
    requests = [];
    respond = delivered;
    // Not before the time that the server named, although the network is back.
    await expect(drainOutbox()).rejects.toThrow('wait');
    expect(requests).toEqual([]);
    vi.setSystemTime(Date.now() + 12_000);
    await drainOutbox();
    expect([requests, records.size]).toEqual([['first', 'second'], 0]);
  });

  it('asks for no further wake-up once every remaining message needs its member', async () => {
    leave('refused', 'after it');
    respond = refuse(402, { error: 'chat.credits' });
    await drainOutbox();
    expect([requests, records.size]).toEqual([['refused', 'after it'], 2]);
    await drainOutbox();
    expect(requests).toHaveLength(2);
    expect(clearAppBadge).not.toHaveBeenCalled();
  });

  it('keeps every message unchanged and clears the badge if its member is logged out', async () => {
    leave('only');
    const before = structuredClone([...records.values()]);
    respond = refuse(403, { error: 'request.login', authentication_required: true });
    await drainOutbox();
    expect(requests).toEqual(['only']);
    expect([...records.values()]).toEqual(before);
    expect(clearAppBadge).toHaveBeenCalledTimes(1);
  });
});
