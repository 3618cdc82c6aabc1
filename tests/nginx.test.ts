import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, createServer as createHttpServer, request as plainRequest } from 'node:http';
import { type IncomingHttpHeaders, connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, type Server, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

import { photoMaxBytes } from '../contract/photos/limits.ts';
import { exportPath } from '../server/export/rules.ts';
import { createLog } from '../server/platform/monitoring/log.ts';
import { certificate, certificateKey } from '../mocks/push/certificate.data.ts';
import { quickMember } from './support/chat.ts';
import { buildCookieHeader, connect, listen } from './support/live.ts';
import { type Nginx, ask, nginxProgram, startNginx } from './support/nginx.ts';
import { form, pngChunk, pngHeader, stripes } from './support/photo-files.ts';
import { freePort } from './support/redis.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

const deploy = fileURLToPath(new URL('../deploy/', import.meta.url));
const files = { site: join(deploy, 'nginx.conf'), upstreams: join(deploy, 'nginx-upstreams.conf') };
const opened: Nginx[] = [];

/** Runs the files of deploy/ before nodes at these ports. */
async function open({ web, live }: { web: [number, number]; live: number }): Promise<Nginx> {
  const ports = { 3001: web[0], 3002: web[1], 3003: live };
  const adapt = (text: string): string =>
    Object.entries(ports).reduce((changed, [from, to]) => changed.replace(`:${from} `, `:${to} `), text);
  const nginx = await startNginx(files, { certificate, key: certificateKey }, adapt);
  opened.push(nginx);
  return nginx;
}

/** Draws a PNG of exactly so many bytes: a chunk that no reader knows fills it up. */
function pngWithBytes(bytes: number): Buffer {
  const [head, whole] = [pngHeader(64, 48), stripes(64, 48)];
  const chunkBytes = 12;
  const filler = pngChunk('fiLl', Buffer.alloc(bytes - whole.length - chunkBytes, 7));
  return Buffer.concat([head, filler, whole.subarray(head.length)]);
}

/** Starts a node that counts its requests and cuts the connection of each. */
async function startCuttingNode(): Promise<{ port: number; methods: string[]; server: Server }> {
  const methods: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data: Buffer) => {
      methods.push(data.toString().split(' ')[0] ?? '');
      socket.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, methods, server };
}

/** Starts a node of one release, which has one file of the pages, in two encodings. */
async function startRelease(file: string): Promise<{ port: number; server: Server }> {
  const server = createHttpServer(({ url, headers }, response) => {
    if (new URL(url ?? '', 'http://node').pathname !== `/assets/${file}`) return response.writeHead(404).end();
    const encoding = headers['accept-encoding'] === 'br' ? 'br' : 'identity';
    response.setHeader('content-encoding', encoding).setHeader('vary', 'accept-encoding');
    return response.setHeader('cache-control', 'public, max-age=31536000, immutable').end(`${file} in ${encoding}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}

describe.skipIf(!nginxProgram)('nginx before the nodes', () => {
  let test: TestApp;
  const written: string[] = [];
  let node: number;
  let gone: number;

  beforeAll(async () => {
    const env = { TRUST_PROXY: '1', COUNTRY_HEADER: 'X-Country', PUBLIC_ORIGIN: 'https://localhost' };
    test = await createTestApp({ env, log: createLog('info', { write: (line: string) => void written.push(line) }) });
    node = Number((await listen(test)).split(':')[1]);
    gone = await freePort();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await Promise.all(opened.splice(0).map((nginx) => nginx.stop()));
  });
  afterAll(() => test?.close());

  it('passes on a photo of the largest size, and refuses what no form of ours can have', async () => {
    const { https } = await open({ web: [node, node], live: node });
    const member = await quickMember(test);
    const upload = (bytes: number) => {
      const { payload, headers } = form(pngWithBytes(bytes));
      const cookie = buildCookieHeader(member);
      const sent = { ...headers, cookie, origin: 'https://localhost', 'x-client-type': 'web' };
      return ask(https, '/api/photo.php', { method: 'POST', headers: sent, body: payload });
    };
    const stored = await upload(photoMaxBytes);
    expect([stored.status, stored.body]).toEqual([200, expect.stringContaining('"photo"')]);
    // Tealight itself says so up to 25 MB, in its own words.
    expect(await upload(photoMaxBytes + 1024 ** 2)).toMatchObject({
      status: 413,
      body: expect.stringContaining('error'),
    });
    expect((await upload(26 * 1024 ** 2)).status).toBe(413);
  });

  it('opens the live channel', async () => {
    const { https } = await open({ web: [gone, gone], live: node });
    const member = await quickMember(test);
    const tab = connect(
      `localhost:${https}`,
      {
        origin: 'https://localhost',
        host: 'localhost',
        cookie: buildCookieHeader(member),
      },
      certificate,
    );
    await tab.hears('ready');
    await tab.close();
    expect(await tab.closed).toBe(1005);
  });

  it('says over HTTP/2, too, that the live channel needs a socket', async () => {
    const { https } = await open({ web: [node, node], live: node });
    const session = connectHttp2(`https://localhost:${https}`, { ca: certificate });
    onTestFinished(() => session.destroy());
    const [head] = (await once(session.request({ ':path': '/api/live' }), 'response')) as [IncomingHttpHeaders];
    expect(head[':status']).toBe(426);
    expect((await ask(https, '/api/live')).status).toBe(426);
  });

  it('tells the nodes address and scheme, and nothing that a visitor wrote about them', async () => {
    const nginx = await open({ web: [node, node], live: node });
    const seen = vi.spyOn(test.context.rateLimits, 'enforceAddress');
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9;proto=http;host=evil.example',
      'x-country': 'FR',
      traceparent: '00-12345678901234567890123456789012-1234567890123456-01',
      tracestate: 'evil=1',
    };
    const traces = () => written.splice(0).map((line) => (JSON.parse(line) as { trace?: string }).trace);
    const country = (body: string) => (JSON.parse(body) as { geoip_selected_country: string }).geoip_selected_country;
    written.length = 0;
    const honest = await ask(nginx.https, '/api/settings.php');
    const answer = await ask(nginx.https, '/api/settings.php', { headers: forged });
    // A redirect would say that the node believed the scheme.
    expect([honest.status, answer.status]).toEqual([200, 200]);
    expect(country(answer.body)).toBe(country(honest.body));
    expect(traces()).toEqual([expect.any(String), expect.not.stringContaining('1234567890')]);
    expect(seen.mock.calls.map(([, address]) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
    // Each of these lies works where nothing stands in front of the node.
    const direct = await fetch(`http://127.0.0.1:${node}/api/settings.php`, {
      headers: { ...forged, 'x-forwarded-proto': 'https' },
    });
    expect(country(await direct.text())).toBe('FR');
    expect(seen.mock.calls.at(-1)?.[1]).toBe('203.0.113.9');
    expect(traces()).toEqual(['12345678901234567890123456789012']);
    // Debian 12 has no other way to say http2.
    const complaints = nginx.complaints().split('\n');
    expect(complaints.filter((line) => line.includes('[warn]') && !line.includes('"listen ... http2"'))).toEqual([]);
  });

  it('closes an idle connection to a node before the node does', () => {
    const [, seconds] = /keepalive_timeout (\d+)s;/.exec(readFileSync(files.upstreams, 'utf8')) ?? [];
    expect(Number(seconds) * 1_000).toBeLessThan(test.app.server.server.keepAliveTimeout);
    expect(test.app.server.server.keepAliveTimeout).toBe(72_000);
  });

  it('sends visitors without TLS to the same page with it', async () => {
    const nginx = await open({ web: [node, node], live: node });
    const sent = plainRequest({
      host: '127.0.0.1',
      port: nginx.http,
      path: '/likes?a=1',
      headers: { host: 'love.example' },
    });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers.location]).toEqual([301, 'https://love.example/likes?a=1']);
    answer.resume();
  });

  it('takes every request to the other node while one is away', async () => {
    const { https, stop, complaints } = await open({ web: [gone, node], live: node });
    const calls = Array.from({ length: 8 }, (_, index) =>
      index % 2
        ? ask(https, '/api/settings.php?token=of-a-mail')
        : ask(https, '/api/user.php', {
            method: 'POST',
            body: '{"login":"nobody@example.org","password":"none"}',
            headers: { origin: 'https://localhost', 'content-type': 'application/json', 'x-client-type': 'web' },
          }),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([401, 200, 401, 200, 401, 200, 401, 200]);
    await stop();
    expect(complaints()).not.toContain('of-a-mail');
  });

  it('has the files of both releases while nodes are replaced, and afterwards those that somebody loaded', async () => {
    const [before, after] = [await startRelease('old.js'), await startRelease('new.js')];
    const { https } = await open({ web: [before.port, after.port], live: node });
    const get = async (path: string, encoding = 'br') => {
      const { status, body } = await ask(https, `/assets/${path}`, { headers: { 'accept-encoding': encoding } });
      return status === 200 ? body : status;
    };
    // Nodes get the requests in turn, so that one of each two begins at the node that lacks the file.
    for (const file of ['old.js', 'new.js'])
      for (const encoding of ['br', 'gzip'])
        expect(await get(`${file}?${encoding}`, encoding)).toBe(`${file} in ${encoding === 'br' ? 'br' : 'identity'}`);
    expect(await get('none.js')).toBe(404);
    before.server.close();
    expect([await get('old.js'), await get('old.js', 'gzip')]).toEqual(['old.js in br', 'old.js in identity']);
    after.server.close();
  });

  it('repeats no request that may have taken effect at a node', async () => {
    const cutting = await startCuttingNode();
    const { https, stop, complaints } = await open({ web: [cutting.port, cutting.port], live: node });
    cutting.methods.length = 0;
    const post = await ask(https, '/api/message.php', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(cutting.methods).toEqual(['POST']);
    expect([post.status, post.headers['retry-after'], post.body]).toEqual([
      503,
      '5',
      expect.stringContaining('Tealight is away'),
    ]);
    cutting.methods.length = 0;
    expect((await ask(https, '/api/user.php')).status).toBe(503);
    expect(cutting.methods).toEqual(['GET', 'GET']);
    cutting.methods.length = 0;
    // The second node would say that the link was used.
    expect((await ask(https, `${exportPath}?token=of-a-mail`)).status).toBe(503);
    expect(cutting.methods).toEqual(['GET']);
    await stop();
    expect(complaints()).not.toContain('of-a-mail');
    cutting.server.close();
  });
});
