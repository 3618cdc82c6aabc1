import { afterEach, expect, it, vi } from 'vitest';

import { byAge } from './outbox-storage.ts';
import { dropEntry, inPageTo, isInPageOnly, markStored, putInOutbox, setSender, shownEntries } from './outbox-view.ts';

const message = { key: 'k', profile: 'ana', text: 'seen', gift: null, credits: 5, at: new Date().toISOString() };
const events: string[] = [];
const sender = { retry: () => undefined, drop: () => undefined };
afterEach(() => {
  setSender(undefined);
  events.length = 0;
  vi.unstubAllGlobals();
});

it('a photo sent before it could be stored stays a draft until it is stored', async () => {
  const put = putInOutbox('she', { ...message, kind: 'photo', photo: new Blob(['x']) });
  void put.then(() => events.push('no draft any more'));
  await Promise.resolve();
  setSender({
    ...sender,
    put: ({ key, text }) => {
      events.push(`put ${text}`);
      markStored(key);
    },
  });
  await put;
  expect(events).toEqual(['put seen', 'no draft any more']);
});

it('a message that cannot be stored stays a draft until it is dropped', async () => {
  setSender({ ...sender, put: () => undefined });
  const put = putInOutbox('she', { ...message, kind: 'text' });
  void put.then(() => events.push('no draft any more'));
  await Promise.resolve();
  expect([isInPageOnly('k'), events]).toEqual([true, []]);
  expect([inPageTo('ana'), inPageTo('bea')].map((found) => found.map(({ text }) => text))).toEqual([['seen'], []]);
  dropEntry('k');
  await put;
  expect([isInPageOnly('k'), events]).toEqual([false, ['no draft any more']]);
});

it.each([
  ['app', true],
  ['web', false],
] as const)('a message records that it was written in the %s', (client, matches) => {
  vi.stubGlobal('matchMedia', () => ({ matches }));
  setSender({ ...sender, put: () => undefined });
  void putInOutbox('she', { ...message, kind: 'text' });
  expect(shownEntries()).toMatchObject([{ key: 'k', client }]);
});

it('messages stay in the order of writing even if the clock is set back between them', () => {
  setSender({ ...sender, put: () => undefined });
  for (const [key, at] of [
    ['first', '2026-11-26T10:00:00.000Z'],
    ['second', '2026-11-26T08:00:00.000Z'],
    ['third', '2026-11-26T08:01:00.000Z'],
  ] as const)
    void putInOutbox('she', { ...message, key, at, kind: 'text' });
  expect(
    shownEntries()
      .toSorted(byAge)
      .map(({ key }) => key),
  ).toEqual(['first', 'second', 'third']);
});
