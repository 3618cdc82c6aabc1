import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { WebSocketServer } from 'ws';

import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { closeContext, createContext } from '../../server/start-services.ts';
import { root } from './database.ts';
import { messageEvent } from './live-event.ts';

/** A command from the bench to this process, which answers with a number. */
export type Command = { memory: true } | { publish: readonly string[]; times: number } | { end: true };

interface LiveServer {
  port: number;
  /** Sends an event to a member's socket. The bare server knows no members and uses its sockets in turn. */
  publish(memberId: string): void;
  close(): Promise<void>;
}

async function startApplication(connectionString: string): Promise<LiveServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tealight-bench-'));
  const config = readConfig({ DATA_DIR: folder, DEMO: '0', RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'warn' }, root);
  const paymentProvider = { url: 'http://127.0.0.1:9', apiKey: 'none' };
  const address = (): string => '';
  const context = await createContext({ config, root, connection: { connectionString }, paymentProvider, address });
  const { server } = await buildApp(context);
  await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    port: (server.server.address() as AddressInfo).port,
    publish: (memberId) => context.bus.publish(memberId, messageEvent()),
    close: async () => {
      await server.close();
      await closeContext(context);
      await rm(folder, { recursive: true });
    },
  };
}

async function startBare(): Promise<LiveServer> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (socket) => {
    socket.on('error', () => socket.terminate());
    socket.send('{"type":"ready"}');
  });
  await new Promise<void>((resolve) => void server.once('listening', resolve));
  let turn = server.clients.values();
  return {
    port: (server.address() as AddressInfo).port,
    publish: () => {
      let next = turn.next();
      if (next.done) {
        turn = server.clients.values();
        next = turn.next();
      }
      next.value?.send(JSON.stringify(messageEvent()));
    },
    close: async () => {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

const publishAtOnce = 1_000;

async function publishAll(live: LiveServer, memberIds: readonly string[], times: number): Promise<void> {
  for (let round = 0; round < times; round += 1)
    for (const [index, id] of memberIds.entries()) {
      live.publish(id);
      // Let sockets flush between events, as they do in production.
      if (index % publishAtOnce === 0) await new Promise(setImmediate);
    }
}

const [kind, connectionString = ''] = process.argv.slice(2);
const live = kind === 'app' ? await startApplication(connectionString) : await startBare();
process.on('message', (command: Command) => {
  void execute(command).then((answer) => process.send?.(answer));
});
process.send?.(live.port);

async function execute(command: Command): Promise<number> {
  if ('memory' in command) {
    // Collect garbage first; the bench starts this process with --expose-gc.
    for (let n = 0; n < 3; n += 1) globalThis.gc?.();
    return process.memoryUsage().rss;
  }
  if ('publish' in command) {
    await publishAll(live, command.publish, command.times);
    return command.publish.length * command.times;
  }
  await live.close();
  setImmediate(() => process.disconnect());
  return 0;
}
