import { expect, it } from 'vitest';

import { putInOutbox, setSender } from './outbox-view.ts';

it('a photo that was sent before anybody could store it stays a draft until somebody has', async () => {
  const message = { key: 'k', profile: 'ana', text: 'seen', gift: null, credits: 5, at: new Date().toISOString() };
  const put = putInOutbox('she', { ...message, kind: 'photo', photo: new Blob(['x']) });
  const events: string[] = [];
  void put.then(() => events.push('no draft any more'));
  await Promise.resolve();
  setSender({
    put: async ({ text }) => void events.push(`put ${text}`),
    retry: () => undefined,
    drop: () => undefined,
  });
  await put;
  expect(events).toEqual(['put seen', 'no draft any more']);
});
