import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { Transform } from 'node:stream';

import { cutAfter } from './cut-after.ts';
import { site } from './e2e-server.ts';

/**
 * A proxy in front of the server. It can cut or slow down the network, and can present the server as its next version:
 * all files get other addresses, and those of the previous version are gone.
 */
export interface Front {
  origin: string;
  version: 'old' | 'new';
  /** The version of the worker that it serves, whatever its own version. */
  worker: 'old' | 'new';
  cut(): void;
  mend(): void;
  /** Accepts everything and returns nothing until it is mended, as if packets were lost. */
  fallSilent(): void;
  /** The delay of each request and of each live-channel message to the server. */
  delayMs: number;
  /** Decides whether a message's connection is cut, in request or response, and after which part of the bytes. */
  fateOfSend(): { of: 'request' | 'answer'; part: number } | null;
  close(): Promise<void>;
}

const moved = '/assets/next/';
/** The router's version. A page sends its own, and is told if the server's differs. */
const versionIn = /("version":"|version=)([0-9a-f]{8})\b/g;

/** Runs `work` with the site behind a front. */
export async function behindFront(work: (front: Front) => Promise<void>): Promise<void> {
  const target = site();
  const front = await startFront(target);
  process.env['TEALIGHT_URL'] = front.origin;
  try {
    await work(front);
  } finally {
    process.env['TEALIGHT_URL'] = target;
    await front.close();
  }
}

export async function startFront(target: string): Promise<Front> {
  const { port } = new URL(target);
  const open = new Set<Socket>();
  let isCut = false;
  let isSilent = false;
  const held: (() => void)[] = [];
  const server = createServer((incoming, answer) => {
    const passNow = (): void => pass(front, port, incoming, answer);
    if (isSilent) held.push(passNow);
    else if (front.delayMs === 0) passNow();
    else setTimeout(passNow, front.delayMs);
  });
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    if (isCut) socket.destroy();
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket) => {
    const node = connect(Number(port), 'localhost');
    const slowly = new Transform({
      transform: (part, _encoding, done) => void setTimeout(() => done(null, part), front.delayMs),
    });
    const head = Array.from({ length: incoming.rawHeaders.length / 2 }, (_, index) =>
      incoming.rawHeaders.slice(index * 2, index * 2 + 2).join(': '),
    );
    slowly.write(`GET ${incoming.url} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    node.on('error', () => socket.destroy());
    node.on('close', () => socket.destroy());
    socket.on('close', () => node.destroy());
    socket.pipe(slowly).pipe(node).pipe(socket);
  });
  // Idle connections stay open; only a cut ends them.
  server.keepAliveTimeout = 0;
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const drop = (): void => {
    for (const socket of open) socket.destroy();
  };
  const front: Front = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    version: 'old',
    worker: 'old',
    cut: () => {
      isCut = true;
      drop();
    },
    mend: () => {
      isCut = false;
      isSilent = false;
      for (const passNow of held.splice(0)) passNow();
    },
    fallSilent: () => (isSilent = true),
    delayMs: 0,
    fateOfSend: () => null,
    close: async () => {
      server.close();
      drop();
      await once(server, 'close');
    },
  };
  return front;
}

function pass(front: Front, port: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const path = incoming.url ?? '/';
  const version = path === '/sw.js' ? front.worker : front.version;
  const isGone = path.startsWith('/assets/') && path.startsWith(moved) !== (version === 'new');
  if (isGone) return void answer.writeHead(404).end();
  const fate = path === '/api/message.php' ? front.fateOfSend() : null;
  const headers = { ...incoming.headers };
  // Texts are rewritten, so they must come uncompressed and uncached.
  for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name];
  const wanted = version === 'new' ? shift(path.replace(moved, '/assets/'), -1) : path;
  const sent = request({ port, host: 'localhost', path: wanted, method: incoming.method ?? 'GET', headers }, (got) => {
    const type = got.headers['content-type'] ?? '';
    if (fate?.of === 'answer') {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      return cutAfter(got, answer, fate.part * Number(got.headers['content-length'] ?? 0));
    }
    if (version === 'old' || !/html|javascript|css|json/.test(type) || path.startsWith('/api/')) {
      answer.writeHead(got.statusCode ?? 500, got.headers);
      return void got.pipe(answer);
    }
    const parts: Buffer[] = [];
    got.on('data', (part: Buffer) => parts.push(part));
    got.on('end', () => {
      const text = shift(
        Buffer.concat(parts)
          .toString()
          .replaceAll('/assets/', moved)
          .replace(/tealight-shell-/g, 'tealight-shell-next-'),
        1,
      );
      answer.writeHead(got.statusCode ?? 500, { ...got.headers, 'content-length': Buffer.byteLength(text) }).end(text);
    });
    got.on('error', () => answer.destroy());
  });
  sent.on('error', () => answer.destroy());
  if (fate?.of === 'request') cutAfter(incoming, sent, fate.part * Number(incoming.headers['content-length'] ?? 0));
  else incoming.pipe(sent);
}

/** Moves the first digit of the router's version by one. */
function shift(text: string, by: 1 | -1): string {
  return text.replace(versionIn, (_all, before: string, version: string) => {
    const first = (Number.parseInt(version.slice(0, 1), 16) + by + 16) % 16;
    return before + first.toString(16) + version.slice(1);
  });
}
