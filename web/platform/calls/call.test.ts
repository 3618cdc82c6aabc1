import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { CallError, callOverHttp } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

/** Responds to a call with `respond` and returns the call's error. */
async function catchFailure(respond: (to: ServerResponse) => void): Promise<unknown> {
  const server = createServer((_request, to) => respond(to)).listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://localhost:${port}${path}`, init));
  try {
    return await callOverHttp('sendMessage', { profile: toId('p'), text: 'Hello', idempotency_key: 'k' }).then(
      (body) => ({ delivered: body }),
      (error: unknown) => error,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const sent = JSON.stringify({ message: { conversation: 'c', seq: 1 }, credits: 9 });

it('a response with status 200 counts as none if it is a page of a proxy, or cut off, be it by one byte of its JSON', async () => {
  const json = { 'content-type': 'application/json' };
  const responses: Parameters<typeof catchFailure>[0][] = [
    (to) => to.writeHead(200).end('<html>We are back soon</html>'),
    (to) => {
      to.writeHead(200, { ...json, 'content-length': sent.length });
      to.write(sent.slice(0, 20), () => to.destroy());
    },
    (to) => {
      to.writeHead(200, json);
      to.write(sent.slice(0, -1), () => to.end());
    },
  ];
  for (const respond of responses) {
    const failure = await catchFailure(respond);
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure).not.toBeInstanceOf(CallError);
  }
});

it('a refusal with an unreadable body is still a refusal', async () => {
  const failure = await catchFailure((to) => to.writeHead(502).end('<html>Bad Gateway</html>'));
  expect(failure).toMatchObject({ status: 502, code: 'request.error' });
});
