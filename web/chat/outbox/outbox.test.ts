import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { oneAtATime } from '../../../tests/support/one-at-a-time.ts';
import { tools } from './open-outbox.ts';
import { Outbox } from './outbox.ts';
import { outboxTag } from './shared-outbox.ts';
import { type NewEntry, type OutboxEntry, byAge, newEntry } from './outbox-entry.ts';

const she = toId<MemberId>('she');
/** An instance of the module over a shared map as database. It learns of changes only when the test says so. */
interface Tab {
  put: (text: string) => void;
  drop: (key: string) => void;
  retry: (key: string) => void;
  shown: () => readonly OutboxEntry[];
  dispatch: (event: Event) => void;
  close: () => void;
}

/** The records of the database, and the contents of localStorage. */
const records = new Map<string, OutboxEntry>();
const early = new Map<string, string>();
const tabs: Tab[] = [];
/** The texts of all requests, with or without a response. */
let requests: string[] = [];
let respond: () => Response | Promise<Response>;
let roomFor = Infinity;

const delivered = (): Response => Response.json({ message: { conversation: 'c1', seq: 1 }, credits: 9 });
const noNetwork = (): never => {
  throw new TypeError('no network');
};

const database = {
  listRecords: async () => [...records.values()].map((record) => structuredClone(record)),
  membersIn: async () => (records.size > 0 ? ['she'] : []),
  putRecord: async (_store: string, record: OutboxEntry) => {
    if (!records.has(record.key) && records.size >= roomFor) throw new Error('no room');
    records.set(record.key, record);
  },
  replaceRecord: async (_store: string, record: OutboxEntry) =>
    void (records.has(record.key) && records.set(record.key, record)),
  removeRecord: async (_store: string, { key }: OutboxEntry) => void records.delete(key),
};

beforeEach(() => {
  requests = [];
  records.clear();
  early.clear();
  roomFor = Infinity;
  const storage = {
    getItem: (key: string) => early.get(key) ?? null,
    removeItem: (key: string) => void early.delete(key),
    setItem: (key: string, value: string) => void early.set(key, value),
  };
  vi.doMock('../../platform/storage/database.ts', () => database);
  vi.stubGlobal('localStorage', new Proxy(storage, { ownKeys: () => [...early.keys()], getOwnPropertyDescriptor }));
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('navigator', { locks: { request: oneAtATime() } });
  vi.stubGlobal(
    'fetch',
    async (_path: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
      expect(headers['x-member']).toBe('she');
      requests.push((JSON.parse(body) as { text: string }).text);
      return respond();
    },
  );
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  channels.clear();
  vi.doUnmock('../../platform/storage/database.ts');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function getOwnPropertyDescriptor(): PropertyDescriptor {
  return { enumerable: true, configurable: true };
}

let live = false;
const channels = new Set<EventTarget>();
/** While `live`, every change is announced to all other tabs. */
class Channel extends EventTarget {
  constructor() {
    super();
    channels.add(this);
  }

  postMessage(data: unknown): void {
    if (!live) return;
    for (const channel of channels)
      if (channel !== this) queueMicrotask(() => channel.dispatchEvent(Object.assign(new Event('message'), { data })));
  }
}

async function openTab(): Promise<Tab> {
  vi.resetModules();
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  const { outbox } = await import('./outbox.ts');
  const close = (await import('./open-outbox.ts')).openOutbox(she, new QueryClient());
  const tab: Tab = {
    put: (text) => void outbox.put(she, makeEntry(text)),
    drop: (key) => outbox.drop(key),
    retry: (key) => outbox.retry(key),
    shown: () => outbox.entries,
    dispatch: (event) => void window.dispatchEvent(event),
    close,
  };
  tabs.push(tab);
  return tab;
}

const makeEntry = (text: string): NewEntry => ({
  key: `key of ${text}`,
  profile: toId('ana'),
  kind: 'text',
  text,
  gift: null,
  credits: 5,
  at: new Date().toISOString(),
});

const getStorageName = ({ key }: { key: string }): string => `tealight.member.she.outbox.${key}`;
/** Leaves messages in localStorage. */
const leave = (...texts: string[]): OutboxEntry[] => {
  const left = texts.map((text) => ({ ...newEntry(makeEntry(text)), state: 'sending' as const }));
  for (const entry of left) early.set(getStorageName(entry), JSON.stringify(entry));
  return left;
};

describe('a tab with an open socket', () => {
  const body = { message: { conversation: 'c1', seq: 1 }, credits: 9 };

  it.each([
    ['takes its answer, and makes no request', { status: 200, body }, []],
    ['repeats the call over HTTP under its key if there is no answer', undefined, ['hello']],
    [
      'repeats it over HTTP if the session of the socket is over: the cookie may have a newer one',
      { status: 403, body: { error: 'session.missing', message: '', authentication_required: true } },
      ['hello'],
    ],
  ])('%s', async (_what, answer, repeated) => {
    respond = delivered;
    const tab = await openTab();
    const asked: object[] = [];
    const { setAsk } = await import('../../platform/calls/call-live.ts');
    setAsk(async (call) => {
      asked.push(call);
      return answer && ({ type: 'answer', id: 1, ...answer } as never);
    });
    tab.put('hello');
    await vi.waitFor(() => expect([records.size, tab.shown()]).toEqual([0, []]));
    const input = { profile: 'ana', text: 'hello', idempotency_key: 'key of hello' };
    expect(asked).toMatchObject([{ operation: 'sendMessage', input, member: 'she', client: 'web', hidden: true }]);
    expect(requests).toEqual(repeated);
  });

  it('treats a refusal and a busy server as over HTTP', async () => {
    const tab = await openTab();
    const { setAsk } = await import('../../platform/calls/call-live.ts');
    const answers = [
      { status: 402, body: { error: 'chat.credits', message: '' } },
      { status: 503, body: { error: 'request.busy', message: '' } },
    ];
    setAsk(async () => ({ type: 'answer', id: 1, ...answers.shift() }) as never);
    tab.put('too dear');
    await vi.waitFor(() => expect(tab.shown()).toMatchObject([{ state: 'failed', failure: { code: 'chat.credits' } }]));
    tab.put('too early');
    await vi.waitFor(() => expect(tab.shown()[1]).toMatchObject({ state: 'waiting', tries: 1, hadResponse: true }));
    expect(requests).toEqual([]);
  });
});

describe('two tabs of one member', () => {
  it("never erase each other's unsent messages, even if neither knows of the other's", async () => {
    respond = noNetwork;
    const [one, two] = [await openTab(), await openTab()];
    one.put('first of one');
    two.put('first of two');
    one.put('second of one');
    await vi.waitFor(() => expect(requests).not.toHaveLength(0));
    for (const tab of tabs.splice(0)) tab.close();
    requests = [];
    respond = delivered;
    await openTab();
    await vi.waitFor(() => expect(requests.toSorted()).toEqual(['first of one', 'first of two', 'second of one']));
  });

  it('send a message that waited for the other tab, even if that tab has written another', async () => {
    let letThrough: (response: Response) => void = () => undefined;
    respond = () => new Promise((resolve) => (letThrough = resolve));
    const [one, two] = [await openTab(), await openTab()];
    one.put('first of one');
    await vi.waitFor(() => expect(requests).toEqual(['first of one']));
    two.put('first of two');
    one.put('second of one');
    respond = delivered;
    letThrough(delivered());
    await vi.waitFor(() => expect(requests).toHaveLength(3));
    expect(new Set(requests)).toEqual(new Set(['first of one', 'first of two', 'second of one']));
    await vi.waitFor(() => expect([...records.keys()]).toEqual([]));
  });

  it('send a message that both know only once', async () => {
    respond = noNetwork;
    const one = await openTab();
    one.put('only');
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    respond = delivered;
    await openTab();
    one.dispatch(new Event('online'));
    await vi.waitFor(() => expect([...records.keys()]).toEqual([]));
    await vi.waitFor(() => expect(requests).toEqual(['only', 'only']));
  });

  it('send messages written before a page could store them, even after it was left, each once', async () => {
    respond = delivered;
    vi.resetModules();
    const { outbox } = await import('./outbox.ts');
    for (const text of ['first', 'second']) await outbox.put(she, makeEntry(text));
    await openTab();
    await vi.waitFor(() => expect(requests).toEqual(['first', 'second']));
    await vi.waitFor(() => expect([...records.keys(), ...early.keys()]).toEqual([]));
  });

  it('send messages left in localStorage once even if the database has no room for all of them', async () => {
    const [, second] = leave('first', 'second');
    roomFor = 1;
    respond = delivered;
    await openTab();
    await vi.waitFor(() => expect([...records.keys()]).toEqual([]));
    expect([...early.keys()]).toEqual([getStorageName(second!)]);
    await openTab();
    await vi.waitFor(() => expect(requests).toEqual(['first', 'second']));
    await vi.waitFor(() => expect([...records.keys(), ...early.keys()]).toEqual([]));
  });

  it('send a message that the database cannot store once, from its own page', async () => {
    roomFor = 0;
    respond = delivered;
    const [one, two] = [await openTab(), await openTab()];
    one.put('no room for this');
    await vi.waitFor(() => expect(requests).toEqual(['no room for this']));
    two.dispatch(new Event('online'));
    one.dispatch(new Event('online'));
    two.put('nor for this');
    await vi.waitFor(() => expect(requests).toEqual(['no room for this', 'nor for this']));
  });

  it('send a message that is too old once its member confirms it', async () => {
    respond = delivered;
    const old = { ...newEntry(makeEntry('long ago')), at: new Date(Date.now() - 8 * 86_400_000).toISOString() };
    records.set(old.key, old);
    const one = await openTab();
    await vi.waitFor(() => expect(one.shown()).toMatchObject([{ failure: { reason: 'too-old' } }]));
    one.retry(old.key);
    await vi.waitFor(() => expect(requests).toEqual(['long ago']));
  });

  it('share the growing pauses between tries', async () => {
    vi.useFakeTimers();
    live = true;
    respond = noNetwork;
    const one = await openTab();
    await openTab();
    one.put('nobody there');
    await vi.advanceTimersByTimeAsync(20_000);
    live = false;
    // After 0, 1, 3, 7 and 15 seconds.
    expect(requests).toHaveLength(5);
  });

  it('both forget a message that is dropped in one of them', async () => {
    live = true;
    respond = noNetwork;
    const [one, two] = [await openTab(), await openTab()];
    one.put('a mistake');
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    one.drop('key of a mistake');
    await Promise.resolve();
    live = false;
    respond = delivered;
    two.dispatch(new Event('online'));
    two.put('meant');
    await vi.waitFor(() => expect([...records.keys()]).toEqual([]));
    expect(requests).toEqual(['a mistake', 'meant']);
  });
});

describe('the service worker', () => {
  const drain = async (): Promise<void> => {
    vi.resetModules();
    await (await import('./drain-outbox.ts')).drainOutbox();
  };
  const closedTabWith = async (...texts: string[]): Promise<void> => {
    respond = noNetwork;
    const tab = await openTab();
    for (const text of texts) tab.put(text);
    await vi.waitFor(() => expect(records.size).toBe(texts.length));
    await vi.waitFor(() => expect(requests).not.toHaveLength(0));
    for (const open of tabs.splice(0)) open.close();
    requests = [];
  };

  it('sends the messages of a closed page in order, without waiting for the next try', async () => {
    await closedTabWith('first', 'second');
    respond = delivered;
    await drain();
    expect(requests).toEqual(['first', 'second']);
    expect(records.size).toBe(0);
  });

  it('and an open page send a message once', async () => {
    await closedTabWith('only');
    respond = delivered;
    await Promise.all([openTab(), drain()]);
    await vi.waitFor(() => expect(records.size).toBe(0));
    expect(requests).toEqual(['only']);
  });
});

it('an unsent message asks the browser to wake the worker on a network, and so does leaving its page', async () => {
  const register = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ sync: { register } }) } });
  respond = noNetwork;
  const tab = await openTab();
  tab.dispatch(new Event('visibilitychange'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(register).not.toHaveBeenCalled();
  tab.put('Hello');
  await vi.waitFor(() => expect(register.mock.calls).toEqual([[outboxTag]]));
  tab.dispatch(new Event('visibilitychange'));
  await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(2));
});

describe('a message on its page', () => {
  const events: string[] = [];
  const open = (outbox: Outbox, storeEntry: typeof tools.storeEntry): void => {
    vi.stubGlobal('window', new EventTarget());
    tabs.push({
      close: outbox.open({ member: she, queries: new QueryClient(), tools: { ...tools, storeEntry } }),
    } as Tab);
  };
  const put = (outbox: Outbox, part: Partial<NewEntry> = {}): Promise<void> => {
    events.length = 0;
    return outbox.put(she, { ...makeEntry('seen'), ...part }).then(() => void events.push('no draft any more'));
  };

  it('with a photo stays a draft until it is stored, even if it was sent before it could be stored', async () => {
    respond = noNetwork;
    const outbox = new Outbox();
    const safe = put(outbox, { kind: 'photo', photo: new Blob(['x']) });
    await Promise.resolve();
    open(outbox, async (_member, { text }) => events.push(`stored ${text}`) > 0);
    await safe;
    expect(events).toEqual(['stored seen', 'no draft any more']);
  });

  it('stays a draft until it is dropped if it cannot be stored', async () => {
    respond = noNetwork;
    const outbox = new Outbox();
    open(outbox, async () => false);
    const safe = put(outbox);
    await Promise.resolve();
    expect([outbox.isInPageOnly('key of seen'), events]).toEqual([true, []]);
    expect(['ana', 'bea'].map((one) => outbox.inPageTo(toId(one)).map(({ text }) => text))).toEqual([['seen'], []]);
    outbox.drop('key of seen');
    await safe;
    expect([outbox.isInPageOnly('key of seen'), events]).toEqual([false, ['no draft any more']]);
  });

  it('records the client in which it was written', () => {
    for (const client of ['app', 'web'] as const) {
      vi.stubGlobal('matchMedia', () => ({ matches: client === 'app' }));
      const outbox = new Outbox();
      void put(outbox);
      expect(outbox.entries).toMatchObject([{ key: 'key of seen', client }]);
    }
  });

  it('comes after those written before it even if the clock is set back between them', () => {
    const outbox = new Outbox();
    for (const [key, at] of [
      ['first', '2026-11-26T10:00:00.000Z'],
      ['second', '2026-11-26T08:00:00.000Z'],
      ['third', '2026-11-26T08:01:00.000Z'],
    ] as const)
      void put(outbox, { key, at });
    expect(outbox.entries.toSorted(byAge).map(({ key }) => key)).toEqual(['first', 'second', 'third']);
  });
});
