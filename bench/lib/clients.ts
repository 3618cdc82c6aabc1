import { connect } from 'node:net';

import { WebSocket } from 'ws';

import { sessionCookieName } from '../../contract/accounts/limits.ts';
import type { BenchMember } from './fill-members.ts';

export interface Place {
  host: string;
  port: number;
}

export const buildSessionCookie = ({ token }: Pick<BenchMember, 'token'>): string => `${sessionCookieName}=${token}`;

export function openTab({ host, port }: Place, member: Pick<BenchMember, 'token'>): WebSocket {
  const headers = { cookie: buildSessionCookie(member), origin: `http://${host}:${port}` };
  return new WebSocket(`ws://${host}:${port}/api/live`, { headers, perMessageDeflate: false });
}

interface ServerResponse {
  status: number;
  body: string;
}

export type Connection = Awaited<ReturnType<typeof openConnection>>;

/**
 * Opens a connection for HTTP/1.1 calls, one at a time, that understands only our responses: Node's own client costs as
 * much as the server on the same cores.
 */
export async function openConnection({ host, port }: Place) {
  const socket = connect({ host, port, noDelay: true });
  let waiting: { resolve(answer: ServerResponse): void; reject(error: Error): void } | undefined;
  let received = '';
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  // One character per byte, because content-length counts bytes.
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    const answer = readAnswer(received);
    if (!answer) return;
    received = '';
    const { resolve } = waiting ?? {};
    waiting = undefined;
    resolve?.(answer);
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the server closed the connection')));
  const ask = (method: 'GET' | 'POST', path: string, cookie: string, body: string): Promise<ServerResponse> =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      socket.write(
        `${method} ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\n` +
          `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    });
  return {
    get: (path: string, cookie: string) => ask('GET', path, cookie, ''),
    post: (path: string, cookie: string, body: string) => ask('POST', path, cookie, body),
    close: () => void socket.destroy(),
  };
}

function readAnswer(text: string): ServerResponse | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  if (text.length < end + 4 + length) return undefined;
  return { status: Number(text.slice(9, 12)), body: Buffer.from(text.slice(end + 4), 'latin1').toString() };
}

/** Returns a function that calls `sendMessage` over an open socket, with JSON as input. It parses no answer. */
export function openCalls(socket: WebSocket): (input: string) => Promise<ServerResponse> {
  const waiting = new Map<number, { resolve(answer: ServerResponse): void; reject(error: Error): void }>();
  let last = 0;
  socket.on('message', (data: Buffer) => {
    const [, id, status] = /^\{"type":"answer","id":(\d+),"status":(\d+)/.exec(data.toString('latin1', 0, 60)) ?? [];
    if (id === undefined) return;
    waiting.get(Number(id))?.resolve({ status: Number(status), body: data.toString() });
    waiting.delete(Number(id));
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the server closed the socket'));
  });
  return (input) =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, { resolve, reject });
      socket.send(`{"type":"call","id":${id},"operation":"sendMessage","input":${input}}`);
    });
}

const openingAtOnce = 200;

export async function openSockets(place: Place, members: readonly BenchMember[]) {
  let heard = 0;
  let wanted = Infinity;
  let reached = (): void => undefined;
  const sockets: WebSocket[] = [];
  const open = (member: BenchMember): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = openTab(place, member);
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
    /** Rejects after `withinMs`. */
    received: (frames: number, withinMs = 60_000) =>
      new Promise<void>((resolve, reject) => {
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
