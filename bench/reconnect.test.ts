import type {} from '@fastify/websocket';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { closedByRestart } from '../contract/events.ts';
import { listen } from '../tests/support/live.ts';
import { type TestApp, createTestApp } from '../tests/support/test-app.ts';
import { fillMembers } from './lib/fill-members.ts';
import { openTabs } from './lib/simulated-tabs.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('the bench of restarts', () => {
  it('has tabs that come back by themselves and catch up, each once a round', async () => {
    const members = await fillMembers(test.context.database.pool, 10, 0);
    const place = { host: '127.0.0.1', port: Number((await listen(test)).split(':')[1]) };
    const tabs = await openTabs(place, members);
    for (const code of [closedByRestart, 1011]) {
      const back = tabs.back();
      for (const socket of test.app.server.websocketServer.clients) socket.close(code, '0');
      const returns = await back;
      expect(returns).toHaveLength(members.length);
      for (const { openedAt, caughtUpAt } of returns) expect(caughtUpAt).toBeGreaterThan(openedAt);
      expect(members.filter(({ id }) => !test.context.bus.hasListeners(id))).toEqual([]);
    }
    tabs.close();
  });
});
