import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { oneAtATime } from '../../../tests/support/one-at-a-time.ts';
import { type NewEntry, type OutboxEntry, newEntry } from './outbox-entry.ts';

/** An instance of the module over a shared map as database. It learns of changes only when the test says so. */
interface Tab {
  put: (text: string) => void;
  drop: (key: string) => void;
  retry: (key: string) => void;
  shown: () => readonly OutboxEntry[];
  dispatch: (event: Event) => void;
  close: () => void;
}

/** The records of the database, and what an earlier version left in localStorage. */
const records = new Map<string, OutboxEntry>();
const old = new Map<string, string>();
const tabs: Tab[] = [];
/** The texts of all requests, with or without a response. */
let requests: string[] = [];
let answer: () => Response | Promise<Response>;
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
  old.clear();
  roomFor = Infinity;
  const storage = {
    getItem: (key: string) => old.get(key) ?? null,
    removeItem: (key: string) => void old.delete(key),
    setItem: (key: string, value: string) => void old.set(key, value),
  };
  vi.doMock('../../installed-app/database.ts', () => database);
  vi.stubGlobal('localStorage', new Proxy(storage, { ownKeys: () => [...old.keys()], getOwnPropertyDescriptor }));
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('navigator', { locks: { request: oneAtATime() } });
  vi.stubGlobal(
    'fetch',
    async (_path: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
      expect(headers['x-member']).toBe('she');
      requests.push((JSON.parse(body) as { text: string }).text);
      return answer();
    },
  );
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  channels.clear();
  vi.doUnmock('../../installed-app/database.ts');
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
  const { openOutbox } = await import('./outbox-store.ts');
  const outbox = await import('./outbox-view.ts');
  const close = openOutbox('she', new QueryClient());
  const tab: Tab = {
    put: (text) => void outbox.putInOutbox('she', entryOf(text)),
    drop: outbox.dropEntry,
    retry: outbox.retryEntry,
    shown: outbox.shownEntries,
    dispatch: (event) => void window.dispatchEvent(event),
    close,
  };
  tabs.push(tab);
  return tab;
}

const entryOf = (text: string): NewEntry => ({
  key: `key of ${text}`,
  profile: 'ana',
  kind: 'text',
  text,
  gift: null,
  credits: 5,
  at: new Date().toISOString(),
});

const nameOf = ({ key }: { key: string }): string => `tealight.member.she.outbox.${key}`;
/** Leaves messages in localStorage. */
const leave = (...texts: string[]): OutboxEntry[] => {
  const left = texts.map((text) => ({ ...newEntry(entryOf(text)), state: 'sending' as const }));
  for (const entry of left) old.set(nameOf(entry), JSON.stringify(entry));
  return left;
};

describe('two tabs of one member', () => {
  it("never erase each other's unsent messages, even if neither knows of the other's", async () => {
    answer = noNetwork;
    const [one, two] = [await openTab(), await openTab()];
    one.put('first of one');
    two.put('first of two');
    one.put('second of one');
    await vi.waitFor(() => expect(requests).not.toHaveLength(0));
    for (const tab of tabs.splice(0)) tab.close();
    requests = [];
    answer = delivered;
    await openTab();
    await vi.waitFor(() => expect(requests.toSorted()).toEqual(['first of one', 'first of two', 'second of one']));
  });

  it('send a message that waited for the other tab, even if that tab has written another', async () => {
    let letThrough: (response: Response) => void = () => undefined;
    answer = () => new Promise((resolve) => (letThrough = resolve));
    const [one, two] = [await openTab(), await openTab()];
    one.put('first of one');
    await vi.waitFor(() => expect(requests).toEqual(['first of one']));
    two.put('first of two');
    one.put('second of one');
    answer = delivered;
    letThrough(delivered());
    await vi.waitFor(() => expect(requests).toHaveLength(3));
    expect(new Set(requests)).toEqual(new Set(['first of one', 'first of two', 'second of one']));
    await vi.waitFor(() => expect([...records.keys()]).toEqual([]));
  });

  it('send a message that both know only once', async () => {
    answer = noNetwork;
    const one = await openTab();
    one.put('only');
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    answer = delivered;
    await openTab();
    one.dispatch(new Event('online'));
    await vi.waitFor(() => expect([...records.keys()]).toEqual([]));
    await vi.waitFor(() => expect(requests).toEqual(['only', 'only']));
  });

  it('send messages written before a page could store them, even after it was left, each once', async () => {
    answer = delivered;
    vi.resetModules();
    const { putInOutbox } = await import('./outbox-view.ts');
    for (const text of ['first', 'second']) await putInOutbox('she', entryOf(text));
    await openTab();
    await vi.waitFor(() => expect(requests).toEqual(['first', 'second']));
    await vi.waitFor(() => expect([...records.keys(), ...old.keys()]).toEqual([]));
  });

  it('send messages that an earlier version left in localStorage, each once', async () => {
    answer = noNetwork;
    const unsent = leave('first', 'second');
    old.set(nameOf({ key: 'odd' }), JSON.stringify({ kind: 'unknown' }));
    await openTab();
    await vi.waitFor(() => expect(requests).toEqual(['first']));
    expect([...old.keys()]).toEqual([]);
    expect([...records.keys()].toSorted()).toEqual(unsent.map(({ key }) => key));
    for (const tab of tabs.splice(0)) tab.close();
    requests = [];
    answer = delivered;
    await Promise.all([openTab(), openTab()]);
    await vi.waitFor(() => expect([...records.keys()]).toEqual([]));
    expect(requests).toEqual(['first', 'second']);
  });

  it('send messages left in localStorage once even if the database has no room for all of them', async () => {
    const [, second] = leave('first', 'second');
    roomFor = 1;
    answer = delivered;
    await openTab();
    await vi.waitFor(() => expect([...records.keys()]).toEqual([]));
    expect([...old.keys()]).toEqual([nameOf(second!)]);
    await openTab();
    await vi.waitFor(() => expect(requests).toEqual(['first', 'second']));
    await vi.waitFor(() => expect([...records.keys(), ...old.keys()]).toEqual([]));
  });

  it('send a message that the database cannot store once, from its own page', async () => {
    roomFor = 0;
    answer = delivered;
    const [one, two] = [await openTab(), await openTab()];
    one.put('no room for this');
    await vi.waitFor(() => expect(requests).toEqual(['no room for this']));
    two.dispatch(new Event('online'));
    one.dispatch(new Event('online'));
    two.put('nor for this');
    await vi.waitFor(() => expect(requests).toEqual(['no room for this', 'nor for this']));
  });

  it('send a message that is too old once its member confirms it', async () => {
    answer = delivered;
    const old = { ...newEntry(entryOf('long ago')), at: new Date(Date.now() - 8 * 86_400_000).toISOString() };
    records.set(old.key, old);
    const one = await openTab();
    await vi.waitFor(() => expect(one.shown()).toMatchObject([{ failure: { reason: 'too-old' } }]));
    one.retry(old.key);
    await vi.waitFor(() => expect(requests).toEqual(['long ago']));
  });

  it('share the growing pauses between tries', async () => {
    vi.useFakeTimers();
    live = true;
    answer = noNetwork;
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
    answer = noNetwork;
    const [one, two] = [await openTab(), await openTab()];
    one.put('a mistake');
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    one.drop('key of a mistake');
    await Promise.resolve();
    live = false;
    answer = delivered;
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
    answer = noNetwork;
    const tab = await openTab();
    for (const text of texts) tab.put(text);
    await vi.waitFor(() => expect(records.size).toBe(texts.length));
    await vi.waitFor(() => expect(requests).not.toHaveLength(0));
    for (const open of tabs.splice(0)) open.close();
    requests = [];
  };

  it('sends the messages of a closed page in order, without waiting for the next try', async () => {
    await closedTabWith('first', 'second');
    answer = delivered;
    await drain();
    expect(requests).toEqual(['first', 'second']);
    expect(records.size).toBe(0);
  });

  it('and an open page send a message once', async () => {
    await closedTabWith('only');
    answer = delivered;
    await Promise.all([openTab(), drain()]);
    await vi.waitFor(() => expect(records.size).toBe(0));
    expect(requests).toEqual(['only']);
  });
});
