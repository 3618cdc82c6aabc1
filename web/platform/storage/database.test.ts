import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import type * as Database from './database.ts';

let database: typeof Database;
let window: EventTarget;

beforeEach(async () => {
  window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
  vi.resetModules();
  database = await import('./database.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

const record = (member: string, key: string, text = key): Database.MemberRecord & { text: string } => ({
  member: toId(member),
  key,
  text,
});
const getTexts = async (member: string): Promise<unknown[]> =>
  ((await database.listRecords('outbox', toId(member))) as { text: string }[]).map(({ text }) => text);

/** Holds a store like a page whose transaction never ends. Returns a function that ends it. */
async function hold(store: Database.StoreName): Promise<() => void> {
  const opened = await database.openDatabase();
  let isHeld = true;
  const records = opened.transaction(store, 'readwrite').objectStore(store);
  const ask = (): void => records.count().addEventListener('success', () => isHeld && ask());
  ask();
  return () => (isHeld = false);
}

it('the records of other members are removed, and those of the member stay, whatever their ids and keys are', async () => {
  const all = ['a', 'm', 'ma', 'z'].flatMap((member) => [record(member, ''), record(member, '~')]);
  for (const one of all) for (const store of ['outbox', 'kept'] as const) await database.putRecord(store, one);
  await database.deleteOthersRecords(toId('m'), null);
  for (const store of ['outbox', 'kept'] as const) {
    expect(await database.membersIn(store)).toEqual(['m']);
    expect(await database.listRecords(store, toId('m'))).toHaveLength(2);
  }
  await database.deleteOthersRecords(null, null);
  for (const store of ['outbox', 'kept'] as const) expect(await database.membersIn(store)).toEqual([]);
});

it('the outbox of a member whose session has ended stays beside that of the current member', async () => {
  for (const member of ['a', 'b', 'c', 'd', 'e'])
    for (const store of ['outbox', 'kept'] as const) await database.putRecord(store, record(member, 'one'));
  await database.deleteOthersRecords(toId('d'), toId('b'));
  expect(await database.membersIn('outbox')).toEqual(['b', 'd']);
  expect(await database.membersIn('kept')).toEqual(['d']);
  await database.deleteOthersRecords(null, toId('b'));
  expect([await database.membersIn('outbox'), await database.membersIn('kept')]).toEqual([['b'], []]);
});

describe('a page that is left', () => {
  it('completes its pending requests, and aborts a transaction that needs another request', async () => {
    await database.putRecord('outbox', record('she', 'old'));
    const asked = Promise.allSettled([
      database.putRecord('outbox', record('she', 'new')),
      database.removeRecord('outbox', record('she', 'none')),
      database.replaceRecord('outbox', record('she', 'old', 'changed')),
    ]);
    // Each call has its transaction by now, and no result yet.
    await database.openDatabase();
    await Promise.resolve();
    window.dispatchEvent(new Event('pagehide'));
    expect((await asked).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    window.dispatchEvent(new Event('pageshow'));
    expect(await getTexts('she')).toEqual(['new', 'old']);
  });

  it('starts no transaction before it is shown again', async () => {
    await database.putRecord('outbox', record('she', 'one'));
    window.dispatchEvent(new Event('pagehide'));
    await expect(database.putRecord('outbox', record('she', 'two'))).rejects.toThrow('left');
    await expect(database.listRecords('outbox', toId('she'))).rejects.toThrow('left');
    window.dispatchEvent(new Event('pageshow'));
    expect(await getTexts('she')).toEqual(['one']);
  });

  it('keeps no store locked while it is frozen', async () => {
    await database.putRecord('outbox', record('she', 'one'));
    const replaced = database.replaceRecord('outbox', record('she', 'one', 'changed'));
    await database.openDatabase();
    await Promise.resolve();
    window.dispatchEvent(new Event('freeze'));
    await expect(replaced).rejects.toThrow();
    expect(await getTexts('she')).toEqual(['one']);
  });
});

it('a store locked by another page times out after ten seconds, and the other store answers', async () => {
  const release = await hold('kept');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = [
    database.membersIn('kept'),
    database.listRecords('kept', toId('she')),
    database.putRecord('kept', record('she', 'one')),
    database.replaceRecord('kept', record('she', 'one')),
    database.deleteOthersRecords(null, null),
  ].map((work) => work.then(String, ({ name }: Error) => name));
  expect(await database.membersIn('outbox')).toEqual([]);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(await Promise.race([...waiting, Promise.resolve('none')])).toBe('none');
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'TimeoutError'));
  release();
  expect(await database.membersIn('kept')).toEqual([]);
});
