import type {} from '@fastify/websocket';
import { describe, expect, it } from 'vitest';

import { closedByRestart } from '../contract/events.ts';
import { listen } from '../tests/support/live.ts';
import { useTestApp } from '../tests/support/test-app.ts';
import { insertMembers } from './lib/fill-members.ts';
import { openSimulatedTabs } from './reconnect.ts';

const test = useTestApp();

describe('the reconnect bench', () => {
  it('simulates tabs that reconnect by themselves and catch up, once per disconnect', async () => {
    const members = await insertMembers(test.context.database.pool, 10, 0);
    const place = { host: '127.0.0.1', port: Number((await listen(test)).split(':')[1]) };
    const tabs = await openSimulatedTabs(place, members);
    for (const code of [closedByRestart, 1011]) {
      const reconnected = tabs.allReconnected();
      for (const socket of test.app.server.websocketServer.clients) socket.close(code, '0');
      const reconnects = await reconnected;
      expect(reconnects).toHaveLength(members.length);
      for (const { openedAt, caughtUpAt } of reconnects) expect(caughtUpAt).toBeGreaterThan(openedAt);
      expect(members.filter(({ id }) => !test.context.bus.hasListeners(id))).toEqual([]);
    }
    tabs.close();
  });
});
