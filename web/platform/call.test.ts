import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { CallError, callOverHttp } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers a call with `answer` and returns the call's error. */
async function failureOf(answer: (to: ServerResponse) => void): Promise<unknown> {
  const server = createServer((_request, to) => answer(to)).listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://localhost:${port}${path}`, init));
  try {
    return await callOverHttp('sendMessage', { profile: 'p', text: 'Hello', idempotency_key: 'k' }).then(
      (body) => ({ delivered: body }),
      (error: unknown) => error,
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const sent = JSON.stringify({ message: { conversation: 'c', seq: 1 }, credits: 9 });

describe('an answer with status 200', () => {
  it('counts as no answer if it is not JSON, such as the page of a proxy', async () => {
    const failure = await failureOf((to) => to.writeHead(200).end('<html>We are back soon</html>'));
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure).not.toBeInstanceOf(CallError);
  });

  it('counts as no answer if its body is cut off', async () => {
    const failure = await failureOf((to) => {
      to.writeHead(200, { 'content-type': 'application/json', 'content-length': sent.length });
      to.write(sent.slice(0, 20), () => to.destroy());
    });
    expect(failure).toBeInstanceOf(TypeError);
  });

  it('counts as no answer if only the last byte of its JSON is missing', async () => {
    const failure = await failureOf((to) => {
      to.writeHead(200, { 'content-type': 'application/json' });
      to.write(sent.slice(0, -1), () => to.end());
    });
    expect(failure).toBeInstanceOf(TypeError);
  });
});

it('a refusal with an unreadable body is still a refusal', async () => {
  const failure = await failureOf((to) => to.writeHead(502).end('<html>Bad Gateway</html>'));
  expect(failure).toMatchObject({ status: 502, code: 'request.error' });
});
