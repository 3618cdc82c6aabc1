import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { cutAfter } from './support/cut-after.ts';

const body = JSON.stringify({ message: { conversation: 'c', seq: 1, text: 'Hello' }, credits: 9 });
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(server: Server): Promise<number> {
  servers.push(server.listen(0, 'localhost'));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function read(from: AsyncIterable<Buffer>): Promise<{ text: string; isCut: boolean }> {
  let text = '';
  try {
    for await (const part of from) text += part.toString();
    return { text, isCut: false };
  } catch {
    return { text, isCut: true };
  }
}

async function postThrough(of: 'request' | 'answer', bytes: number) {
  const server = createServer();
  const port = await listen(server);
  const heard = once(server, 'request').then(async (heads) => {
    const [incoming, answer] = heads as [IncomingMessage, ServerResponse];
    const got = await read(incoming);
    answer.writeHead(200, { 'content-length': body.length }).end(body);
    return got;
  });
  const front = await listen(
    createServer((incoming, answer) => {
      const { method = 'POST', headers } = incoming;
      const passed = request({ port, host: 'localhost', method, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 500, got.headers);
        cutAfter(got, answer, bytes);
      });
      passed.on('error', () => answer.destroy());
      if (of === 'request') cutAfter(incoming, passed, bytes);
      else incoming.pipe(passed);
    }),
  );
  const sent = request({ port: front, host: 'localhost', method: 'POST', headers: { 'content-length': body.length } });
  sent.end(body);
  const got = await new Promise<IncomingMessage | null>((resolve) => {
    sent.on('response', resolve);
    sent.on('error', () => resolve(null));
  });
  const answered = got && (await read(got));
  return { heard: await heard, status: got?.statusCode ?? null, answered };
}

describe('a connection that is cut', () => {
  it.each([0, 1, 20, body.length - 1])(
    'after %i bytes of a response passes on its head and those bytes',
    async (bytes) => {
      const { status, answered, heard } = await postThrough('answer', bytes);
      expect(heard).toEqual({ text: body, isCut: false });
      expect([status, answered]).toEqual([200, { text: body.slice(0, bytes), isCut: true }]);
    },
  );

  it.each([0, 1, 20, body.length - 1])(
    'after %i bytes of a request passes on its head and those bytes',
    async (bytes) => {
      const { status, heard } = await postThrough('request', bytes);
      expect([status, heard]).toEqual([null, { text: body.slice(0, bytes), isCut: true }]);
    },
  );
});
