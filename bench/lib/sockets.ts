import { WebSocket } from 'ws';

import { buildSessionCookie } from './message-load.ts';
import type { BenchMember } from './fill-members.ts';

/** Open sockets that count the events they receive. */
export interface Sockets {
  /** Resolves when this many further frames have arrived over all sockets. Rejects after `withinMs`. */
  received(frames: number, withinMs?: number): Promise<void>;
  close(): void;
}

const openingAtOnce = 200;

/** Opens every member's live channel; resolves when all are ready. */
export async function openSockets(
  { host, port }: { host: string; port: number },
  members: readonly BenchMember[],
): Promise<Sockets> {
  let heard = 0;
  let wanted = Infinity;
  let reached = (): void => undefined;
  const sockets: WebSocket[] = [];
  const open = (member: BenchMember): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = { cookie: buildSessionCookie(member), origin: `http://${host}:${port}` };
      const socket = new WebSocket(`ws://${host}:${port}/api/live`, { headers, perMessageDeflate: false });
      sockets.push(socket);
      socket.once('message', () => {
        resolve();
        socket.on('message', () => {
          heard += 1;
          if (heard >= wanted) reached();
        });
      });
      socket.on('error', reject);
      socket.on('close', (code) => reject(new Error(`a socket closed with ${code}`)));
    });
  for (let at = 0; at < members.length; at += openingAtOnce)
    await Promise.all(members.slice(at, at + openingAtOnce).map(open));
  return {
    received: (frames, withinMs = 60_000) =>
      new Promise((resolve, reject) => {
        wanted = frames;
        const late = setTimeout(() => reject(new Error(`${heard} of ${wanted} events arrived`)), withinMs);
        reached = () => {
          clearTimeout(late);
          heard -= wanted;
          wanted = Infinity;
          resolve();
        };
        if (heard >= wanted) reached();
      }),
    close: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
}
