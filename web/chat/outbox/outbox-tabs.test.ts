import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type NewEntry, newEntry } from './outbox-entry.ts';

/** Two tabs are two instances of the module over one storage. A tab hears of another's change only when the test says so. */
interface Tab {
  put: (text: string) => void;
  drop: (key: string) => void;
  dispatch: (event: Event) => void;
  close: () => void;
}

const stored = new Map<string, string>();
const tabs: Tab[] = [];
/** The texts of all requests, answered or not. */
let requests: string[] = [];
let answer: () => Response | Promise<Response>;

const delivered = (): Response => Response.json({ message: { conversation: 'c1', seq: 1 }, credits: 9 });
const noNetwork = (): never => {
  throw new TypeError('no network');
};

beforeEach(() => {
  requests = [];
  stored.clear();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void (stored.delete(key) && notify(key)),
    setItem: (key: string, value: string) => {
      stored.set(key, value);
      notify(key);
    },
  };
  vi.stubGlobal('localStorage', new Proxy(storage, { ownKeys: () => [...stored.keys()], getOwnPropertyDescriptor }));
  vi.stubGlobal('navigator', { locks: { request: oneAtATime() } });
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    requests.push((JSON.parse(body) as { text: string }).text);
    return answer();
  });
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function getOwnPropertyDescriptor(): PropertyDescriptor {
  return { enumerable: true, configurable: true };
}

/** `navigator.locks.request`, for one lock. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(_name: string, run: () => Promise<T>): Promise<T> => {
    const mine = last.then(run);
    last = mine.catch(() => undefined);
    return mine;
  };
}

let live = false;
/** While `live`, every change of the storage is announced to all tabs. (A browser leaves out the tab that made it.) */
function notify(key: string): void {
  if (live) for (const tab of tabs) queueMicrotask(() => tab.dispatch(Object.assign(new Event('storage'), { key })));
}

async function openTab(): Promise<Tab> {
  vi.resetModules();
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  const outbox = await import('./outbox-store.ts');
  const close = outbox.openOutbox('she', new QueryClient());
  const tab: Tab = {
    put: (text) => outbox.putInOutbox(entryOf(text)),
    drop: outbox.dropEntry,
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

describe('two tabs of one member', () => {
  it("never erase each other's unsent messages, though neither has heard of the other's", async () => {
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

  it('send a message that was waiting for the other tab, whatever that one writes meanwhile', async () => {
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
    await vi.waitFor(() => expect([...stored.keys()]).toEqual([]));
  });

  it('send a message once that both know', async () => {
    answer = noNetwork;
    const one = await openTab();
    one.put('only');
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    answer = delivered;
    await openTab();
    one.dispatch(new Event('online'));
    await vi.waitFor(() => expect([...stored.keys()]).toEqual([]));
    await vi.waitFor(() => expect(requests).toEqual(['only', 'only']));
  });

  it('send what the browser holds as one list, each message once', async () => {
    answer = noNetwork;
    const unsent = ['first', 'second'].map((text) => ({ ...newEntry(entryOf(text)), state: 'sending' }));
    stored.set('tealight.member.she.outbox', JSON.stringify([...unsent, { kind: 'unknown' }]));
    await openTab();
    await vi.waitFor(() => expect(requests).toEqual(['first']));
    expect([...stored.keys()].toSorted()).toEqual(unsent.map(({ key }) => `tealight.member.she.outbox.${key}`));
    for (const tab of tabs.splice(0)) tab.close();
    requests = [];
    answer = delivered;
    await Promise.all([openTab(), openTab()]);
    await vi.waitFor(() => expect([...stored.keys()]).toEqual([]));
    expect(requests).toEqual(['first', 'second']);
  });

  it('send it once, too, where the storage has no room for all of it', async () => {
    const unsent = ['first', 'second'].map((text) => newEntry(entryOf(text)));
    stored.set('tealight.member.she.outbox', JSON.stringify(unsent));
    const set = stored.set.bind(stored);
    vi.spyOn(stored, 'set').mockImplementation((key, value) => {
      if (!stored.has(key) && stored.size > 1) throw new Error('no room');
      return set(key, value);
    });
    answer = delivered;
    await openTab();
    await vi.waitFor(() => expect([...stored.keys()]).toEqual(['tealight.member.she.outbox']));
    await openTab();
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    await vi.waitFor(() => expect([...stored.keys()]).toEqual([]));
    expect(requests).toEqual(['first', 'second']);
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

  it('let go together of what is dropped in one of them', async () => {
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
    await vi.waitFor(() => expect([...stored.keys()]).toEqual([]));
    expect(requests).toEqual(['a mistake', 'meant']);
  });
});
