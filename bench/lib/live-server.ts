import type { AddressInfo } from 'node:net';

import { type WebSocket, WebSocketServer } from 'ws';

import { messageEvent } from '../live.ts';
import { type IdleCounts, createIdleClock } from './idle-tabs.ts';
import { openInProcess } from './in-process.ts';

export type Command =
  | { memory: true }
  | { publish: readonly MemberId[]; times: number }
  /** Asked of `idle`, the application with a clock that only this moves. Answered with both counts. */
  | { pass: number }
  | { end: true };

interface LiveServer {
  port: number;
  /** The bare server knows no members and uses its sockets in turn. */
  publish(memberId: MemberId): void;
  close(): Promise<void>;
}

async function startApplication(connectionString: string): Promise<LiveServer> {
  const { context, listen, close } = await openInProcess({ connectionString });
  return { port: await listen(), publish: (memberId) => context.bus.publish(memberId, messageEvent()), close };
}

async function startBare(): Promise<LiveServer> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (socket) => {
    socket.on('error', () => socket.terminate());
    socket.send('{"type":"ready"}');
  });
  await new Promise<void>((resolve) => void server.once('listening', resolve));
  const turns = takeTurns(server.clients);
  return {
    port: (server.address() as AddressInfo).port,
    publish: () => turns.next().value?.send(JSON.stringify(messageEvent())),
    close: async () => {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

/** Goes around the open sockets for ever. There must be some. */
function* takeTurns(sockets: ReadonlySet<WebSocket>): Generator<WebSocket, undefined> {
  for (;;) yield* sockets;
}

const publishAtOnce = 1_000;

async function publishAll(live: LiveServer, memberIds: readonly MemberId[], times: number): Promise<void> {
  for (let round = 0; round < times; round += 1)
    for (const [index, id] of memberIds.entries()) {
      live.publish(id);
      // Let sockets flush between events, as they do in production.
      if (index % publishAtOnce === 0) await new Promise(setImmediate);
    }
}

const [kind, connectionString = ''] = process.argv.slice(2);
const idleClock = kind === 'idle' ? createIdleClock() : undefined;
const live = kind === 'bare' ? await startBare() : await startApplication(connectionString);
process.on('message', (command: Command) => {
  void execute(command).then((answer) => process.send?.(answer));
});
process.send?.(live.port);

async function execute(command: Command): Promise<number | IdleCounts | undefined> {
  if ('pass' in command) return idleClock?.pass(command.pass);
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
