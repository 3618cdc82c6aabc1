import { describe, expect, it } from 'vitest';

import { listen } from '../tests/support/live.ts';
import { useTestApp } from '../tests/support/test-app.ts';
import { startTypingFlood } from './delivery.ts';
import { insertMembers, pairMembers } from './lib/fill-members.ts';
import { openMessageLoad } from './lib/message-load.ts';

const test = useTestApp();

describe('the typing flood', () => {
  it('reaches the other member at a limited rate and does not disturb messages', async () => {
    const members = await insertMembers(test.context.database.pool, 2, 10_000);
    const place = { host: '127.0.0.1', port: Number((await listen(test)).split(':')[1]) };
    const load = await openMessageLoad(place, pairMembers(members), 1);
    await load.closedLoop({ messages: 1 });
    const [conversation] = load.conversations();
    if (!conversation) throw new Error('no conversation was started');
    const flood = await startTypingFlood(place, conversation);
    await expect.poll(() => flood.counts().delivered).toBeGreaterThan(0);
    const round = await load.closedLoop({ messages: 3 });
    expect(round.delivered).toHaveLength(3);
    const { sent, delivered } = flood.counts();
    expect(delivered).toBeLessThan(sent);
    flood.stop();
    load.close();
  });
});
