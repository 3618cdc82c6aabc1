import { describe, expect, it } from 'vitest';

import { startBenchDatabase } from './lib/database.ts';
import { fetchEjabberd, loopback, startEjabberd } from './lib/ejabberd.ts';
import { countArchived, openPeerLoad } from './peer-chat.ts';

const folder = fetchEjabberd();
if (!folder) process.stdout.write('! No ejabberd here: the test of the peer of chats is left out (apt-get).\n');

describe('the peer of the bench of messages', () => {
  it.skipIf(!folder)('delivers every message to an open connection, and archives it for both members', async () => {
    const settings = { listen_addresses: loopback, fsync: 'off' };
    const database = await startBenchDatabase('peer-chat-test', { settings });
    const peer = await startEjabberd(folder ?? '', database.connection, 8);
    const load = await openPeerLoad(peer.port, 4, 3);
    expect(await load.closedLoop({ messages: 20 })).toMatchObject({ sent: 20 });
    await expect.poll(() => countArchived(peer.pool)).toBe(40);
    load.close();
    await peer.stop();
    await database.stop();
  });
});
