import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listen } from '../tests/support/live.ts';
import { type TestApp, createTestApp } from '../tests/support/test-app.ts';
import { startFlood } from './lib/typing-flood.ts';
import { fillMembers, pairsOf } from './lib/fill-members.ts';
import { openTalk } from './lib/message-load.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('the flood of typing', () => {
  it('is told to the other one, and leaves the messages whole', async () => {
    const members = await fillMembers(test.context.database.pool, 2, 10_000);
    const place = { host: '127.0.0.1', port: Number((await listen(test)).split(':')[1]) };
    const talk = await openTalk(place, pairsOf(members), 1);
    await talk.closed({ messages: 1 });
    const [line] = talk.lines();
    if (!line) throw new Error('no conversation was begun');
    const flood = await startFlood(place, line);
    await expect.poll(() => flood.counts().told).toBeGreaterThan(0);
    const round = await talk.closed({ messages: 3 });
    expect([round.acknowledged, round.delivered.length]).toEqual([3, 3]);
    const { sent, told } = flood.counts();
    expect(told).toBeLessThan(sent);
    flood.stop();
    talk.close();
  });
});
