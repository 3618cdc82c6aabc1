import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { newEntry } from '../../chat/outbox/outbox-entry.ts';

const she = toId<MemberId>('she');
/** The contents of localStorage and the database. */
const kept = new Map<string, string>();
const records: { member: MemberId; key: string; photo?: Blob; at?: number | string }[] = [];
const database = {
  leftBehind: 'tealight.left-behind',
  openDatabase: async () => undefined,
  membersIn: async () => [...new Set(records.map(({ member }) => member))],
  listRecords: async (_store: string, of: string) => records.filter(({ member }) => member === of),
  deleteOthersRecords: async () => undefined,
};

beforeEach(() => {
  kept.clear();
  records.length = 0;
  vi.resetModules();
  vi.doMock('../../platform/storage/database.ts', () => database);
  vi.stubGlobal('window', { indexedDB: {} });
  vi.stubGlobal('navigator', {});
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const getOwnPropertyDescriptor = (): PropertyDescriptor => ({ enumerable: true, configurable: true });
  vi.stubGlobal('localStorage', new Proxy(storage, { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor }));
});
afterEach(() => {
  vi.doUnmock('../../platform/storage/database.ts');
  // Other tests must not get modules that were loaded with these mocks.
  vi.resetModules();
  vi.unstubAllGlobals();
});

const message = { kind: 'text', text: 'Hello', gift: null, credits: 5, at: new Date().toISOString() } as const;
const photo = new Blob(['a picture']);

/** Leaves the data of a member behind: three messages in the outbox, and drafts. */
async function leave(): Promise<void> {
  const { keep } = await import('../../platform/storage/member-storage.ts');
  const { drafts } = await import('../../chat/composer/drafts.ts');
  for (const key of ['one', 'two'])
    records.push({ member: she, ...newEntry({ ...message, key, profile: toId('ana') }) });
  keep(she, 'outbox.three', newEntry({ ...message, key: 'three', profile: toId('ana') }));
  drafts.edit(she, toId('ana'), 'The server has an older one');
  drafts.edit(she, toId('ben'), 'A text with a photo');
  drafts.edit(she, toId('cleo'), '');
  for (const profile of ['ana', 'finn']) drafts.bring(she, toId(profile), 'From another page');
  const saved = { text: 'The server has it', at: '2026-11-26T09:00:00Z' };
  drafts.change(she, toId('dora'), { text: saved.text, known: saved });
  for (const profile of ['ben', 'eva'])
    records.push({ member: she, key: `photo-draft.${profile}`, photo, at: Date.now() });
}

it('counts the unsent messages and drafts removed with a session, a text and its photo as one', async () => {
  await leave();
  const { deleteOthersData } = await import('./waiting-data.ts');
  // Three messages, the drafts to ana, ben and eva, and the text brought for finn.
  expect(await deleteOthersData(null)).toBe(7);
  expect([...kept.keys()]).toEqual([]);
});

it('waits three seconds for a database that does not answer, and the next page removes the rest', async () => {
  await leave();
  vi.useFakeTimers();
  const remove = vi.spyOn(database, 'deleteOthersRecords').mockReturnValueOnce(new Promise(() => undefined));
  const { deleteOthersData } = await import('./waiting-data.ts');
  const told = deleteOthersData(null);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await told).toBe(7);
  expect([...kept.keys()]).toEqual(['tealight.left-behind']);
  await deleteOthersData(null);
  expect([[...kept.keys()], remove.mock.calls.length]).toEqual([[], 2]);
  vi.useRealTimers();
});

it('writes nothing to storage if it holds no data of other members', async () => {
  const { deleteOthersData } = await import('./waiting-data.ts');
  const set = vi.spyOn(kept, 'set');
  await deleteOthersData(null);
  expect(set.mock.calls).toEqual([]);
});

it('neither counts nor removes the data of the member who is logged in', async () => {
  await leave();
  const before = kept.size;
  const { deleteOthersData } = await import('./waiting-data.ts');
  expect(await deleteOthersData(she)).toBe(0);
  expect(kept.size).toBe(before);
});

it('keeps the unsent data of a member whose session merely ended until another member logs in', async () => {
  await leave();
  const { keep } = await import('../../platform/storage/member-storage.ts');
  const { deleteOthersData } = await import('./waiting-data.ts');
  keep(she, 'readable', true);
  keep(toId('he'), 'draft.ana', 'Of somebody else');
  keep(she, 'unsaved.about', { words: 'I like long walks', saved: '' });
  // The server has the draft to dora, and returns it after the login.
  const unsent = [...kept.keys()].filter((key) => !/readable|\.he\.|\.dora$/.test(key));
  expect(await deleteOthersData(null, { waits: she })).toBe(8);
  expect([...kept.keys()]).toEqual(unsent);
  expect(await deleteOthersData(toId('he'))).toBe(8);
  expect([...kept.keys()]).toEqual([]);
});

it('counts the unsent messages before a logout, stored or not, each once', async () => {
  await leave();
  const { forget } = await import('../../platform/storage/member-storage.ts');
  const { countUnsent } = await import('./log-out.ts');
  expect(await countUnsent(she)).toBe(3);
  records.length = 0;
  expect(await countUnsent(she)).toBe(1);
  records.push({ member: she, ...newEntry({ ...message, key: 'three', profile: toId('ana') }) });
  expect(await countUnsent(she)).toBe(1);
  forget(she, 'outbox.three');
  expect(await countUnsent(she)).toBe(1);
  expect(await countUnsent(toId('he'))).toBe(0);
  const { outbox } = await import('../../chat/outbox/outbox.ts');
  void outbox.put(she, { ...message, kind: 'photo', photo, key: 'four', profile: toId('ana') });
  expect(await countUnsent(she)).toBe(2);
});

describe('the member whose unsent data waits while nobody is logged in', () => {
  const day = 86_400_000;
  const now = Date.UTC(2026, 10, 28, 9);
  beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(now));

  it('is the one whose session has ended, for a day', async () => {
    const { findWaiting, rememberEnded } = await import('./waiting-data.ts');
    await leave();
    rememberEnded(she);
    vi.spyOn(Date, 'now').mockReturnValue(now + day - 1);
    // Another page finds out later.
    rememberEnded(she);
    expect(await findWaiting()).toEqual({ member: 'she', isNew: false });
    vi.spyOn(Date, 'now').mockReturnValue(now + day);
    expect(await findWaiting()).toBeNull();
    expect(await findWaiting()).toBeNull();
  });

  it('is nobody after a logout, whatever pages note before or after it, until the next login', async () => {
    const { findWaiting, forgetEnded, rememberEnded } = await import('./waiting-data.ts');
    await leave();
    rememberEnded(she);
    rememberEnded(null);
    rememberEnded(she);
    expect(await findWaiting()).toBeNull();
    rememberEnded(she);
    expect(await findWaiting()).toBeNull();
    forgetEnded();
    rememberEnded(she);
    expect(await findWaiting()).toEqual({ member: 'she', isNew: false });
  });

  /** Sets the server's response when it is asked who is logged in; null: none. */
  const answer = (status: number, body: object | null): void =>
    void vi.stubGlobal('fetch', async () => {
      if (body === null) throw new TypeError('no connection');
      return Response.json(body, { status });
    });
  const missing = { error: 'session.missing', message: '', authentication_required: true };

  it('is found by the next page if no page was open when the session expired', async () => {
    const { findWaiting } = await import('./waiting-data.ts');
    answer(403, missing);
    expect(await findWaiting()).toBeNull();
    await leave();
    expect(await findWaiting()).toEqual({ member: 'she', isNew: true });
    expect(await findWaiting()).toEqual({ member: 'she', isNew: false });
  });

  it.each([
    ['the session was ended from another device', 403, { ...missing, session_ended: true }],
    ['somebody else is logged in', 200, { user: { id: 'he' } }],
    ['the server fails', 500, { error: 'request.failed', message: '' }],
    ['nobody answers', 0, null],
  ])('is nobody if %s, until the next login', async (_why, status, body) => {
    const { findWaiting } = await import('./waiting-data.ts');
    answer(status, body);
    await leave();
    expect(await findWaiting()).toBeNull();
    answer(403, missing);
    expect(await findWaiting()).toBeNull();
  });
});

it.each(['complaint.', 'complaint.TL-1', 'report.ana'])(
  'a draft of a complaint or report does not outlive the session: %s',
  async (name) => {
    const { deleteOthersData } = await import('./waiting-data.ts');
    kept.set('tealight.member.she.unsaved.about', '{}');
    kept.set(`tealight.member.she.unsaved.${name}`, '{}');
    expect(await deleteOthersData(null, { waits: she })).toBe(1);
    expect([...kept.keys()].filter((key) => key.startsWith('tealight.member.'))).toEqual([
      'tealight.member.she.unsaved.about',
    ]);
  },
);
