import { describe, expect, it } from 'vitest';

import { listen } from '../tests/support/live.ts';
import { useTestApp } from '../tests/support/test-app.ts';
import { openSockets } from './lib/clients.ts';
import { insertMembers } from './lib/fill-members.ts';
import { messageEvent } from './live.ts';

const test = useTestApp();

describe('the bench of open sockets', () => {
  it('opens a socket for each member, and each event reaches its member', async () => {
    const members = await insertMembers(test.context.database.pool, 40, 0);
    const address = await listen(test);
    const place = { host: '127.0.0.1', port: Number(address.split(':')[1]) };
    const sockets = await openSockets(place, members);
    expect(members.filter(({ id }) => !test.context.bus.hasListeners(id))).toEqual([]);
    for (const { id } of members) for (let n = 0; n < 5; n += 1) test.context.bus.publish(id, messageEvent());
    await sockets.received(200);
    sockets.close();
  });
});
