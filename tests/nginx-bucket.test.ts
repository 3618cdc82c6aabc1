import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { certificate, certificateKey } from '../mocks/push/certificate.data.ts';
import { type S3Server, startS3 } from '../mocks/s3/server.ts';
import { probePicture } from '../server/photos/probe-picture.ts';
import { variants } from '../server/photos/rules.ts';
import { quickMember } from './support/chat.ts';
import { buildCookieHeader, listen } from './support/live.ts';
import { type Answer, type Asked, type Nginx, ask, nginxProgram, startNginx } from './support/nginx.ts';
import { uploadPhoto } from './support/photo-files.ts';
import { makeOpenFolder } from './support/temporary-folder.ts';
import { type TestApp, type TestClient, createTestApp } from './support/test-app.ts';

const deploy = fileURLToPath(new URL('../deploy/', import.meta.url));
const files = {
  site: join(deploy, 'nginx.conf'),
  upstreams: join(deploy, 'nginx-upstreams.conf'),
  bucket: join(deploy, 'nginx-bucket.conf'),
};

/** What servers were seen to send (Ceph, or Google with `alt-svc`), and what one could send to harm. */
const sentByBuckets = {
  'set-cookie': 'a=1',
  'x-accel-redirect': '/healthz',
  'x-accel-expires': '60',
  expires: 'Thu, 01 Jan 2099 00:00:00 GMT',
  'content-disposition': 'attachment',
  vary: '*',
  'alt-svc': 'h3=":443"; ma=2592000',
  'x-amz-request-id': 'tx00',
  'x-rgw-object-type': 'Normal',
  'no-vary-search': 'params',
  'content-security-policy': 'block-all-mixed-content',
  'x-content-type-options': 'another',
  'referrer-policy': 'unsafe-url',
  'cross-origin-opener-policy': 'unsafe-none',
  'cross-origin-resource-policy': 'cross-origin',
  'permissions-policy': 'camera=*',
  'x-frame-options': 'SAMEORIGIN',
  'strict-transport-security': 'max-age=0',
  'x-robots-tag': 'all',
};

/** Starts a nameserver that finds every name on this machine. */
async function startNameserver(): Promise<{ port: number; names: string[]; close(): void }> {
  const names: string[] = [];
  const socket = createSocket('udp4', (question, { port, address }) => {
    const end = question.indexOf(0, 12) + 5;
    const asked = question.subarray(12, end);
    names.push(asked.subarray(1, asked.indexOf(0)).toString('latin1'));
    const isV4 = asked.readUInt16BE(asked.length - 4) === 1;
    const head = Buffer.from([0x81, 0x80, 0, 1, 0, isV4 ? 1 : 0, 0, 0, 0, 0]);
    const found = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);
    socket.send(Buffer.concat([question.subarray(0, 2), head, asked, ...(isV4 ? [found] : [])]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { port: socket.address().port, names, close: () => socket.close() };
}

describe.skipIf(!nginxProgram)('pictures that nginx fetches from the bucket', () => {
  let s3: S3Server;
  let dns: Awaited<ReturnType<typeof startNameserver>>;
  let test: TestApp;
  let node: number;
  let owner: TestClient;
  let viewer: TestClient;
  let links: string[];
  let photoId: string;
  const opened: Nginx[] = [];
  let accessLog: string;

  beforeAll(async () => {
    s3 = await startS3();
    dns = await startNameserver();
    const env = { DEMO: '0', TRUST_PROXY: '1', ...s3.env, MEDIA_ACCEL: '1' };
    test = await createTestApp({ env: { ...env, S3_ENDPOINT: s3.url.replace('127.0.0.1', 'localhost') } });
    node = Number((await listen(test)).split(':')[1]);
  });
  afterAll(async () => {
    await test?.close();
    await s3?.close();
    dns?.close();
  });
  beforeEach(async () => {
    [owner, viewer] = [await quickMember(test), await quickMember(test, { paid: true })];
    photoId = (await uploadPhoto(test, owner)).body.photo.id;
    const { image } = (await viewer.call('getProfile', { id: owner.id })).body.profile.photos[0] ?? {};
    links = [image?.filename, image?.match, image?.thumb_filename] as string[];
    s3.calls.length = 0;
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    s3.state.skewMs = 0;
    s3.faults.length = 0;
    await Promise.all(opened.splice(0).map((nginx) => nginx.stop()));
  });

  /** Runs the files of deploy/ before the node and this bucket. */
  async function open(bucket = s3.url.replace('127.0.0.1', 'localhost'), changes: [string, string][] = []) {
    accessLog = join(makeOpenFolder(), 'access.log');
    const all: [string, string][] = [
      ['https://your-bucket.s3.eu-central-1.amazonaws.com', bucket],
      ['127.0.0.53', `127.0.0.1:${dns.port}`],
      ['access_log off;\n  error_log', `access_log ${accessLog} combined;\n  error_log`],
      [':3001 ', `:${node} `],
      [':3002 ', `:${node} `],
      [':3003 ', `:${node} `],
      ...changes,
    ];
    const adapt = (text: string): string => all.reduce((done, [from, to]) => done.replaceAll(from, to), text);
    const nginx = await startNginx(files, { certificate, key: certificateKey }, adapt);
    opened.push(nginx);
    return nginx;
  }

  const look = (nginx: Nginx, link: string, asked: Asked = {}, client = viewer) =>
    ask(nginx.https, link, { ...asked, headers: { ...asked.headers, cookie: buildCookieHeader(client) } });

  /** Returns what the node says where it passes the bytes on itself. */
  async function lookWithout(nginx: Nginx, link: string, asked: Asked = {}): Promise<Answer> {
    const { storage } = test.context;
    const { presign } = storage;
    delete storage.presign;
    try {
      return await look(nginx, link, asked);
    } finally {
      if (presign) storage.presign = presign;
    }
  }

  const listHeaders = ({ headers: { date: _date, 'cache-control': cache, ...others } }: Answer) => ({
    ...others,
    // The seconds go on.
    'cache-control': cache?.replace(/\d+/, 'n'),
  });

  it('arrive with the bytes and the headers that the node gives them, and do not pass through it', async () => {
    const nginx = await open();
    const read = vi.spyOn(test.context.storage, 'open');
    for (const link of links)
      for (const method of ['GET', 'HEAD']) {
        const wanted = await lookWithout(nginx, link, { method });
        read.mockClear();
        s3.calls.length = 0;
        const got = await look(nginx, link, { method });
        expect([got.status, listHeaders(got)]).toEqual([200, listHeaders(wanted)]);
        expect(got.bytes.equals(wanted.bytes)).toBe(true);
        expect(got.headers['cache-control']).toMatch(/^private, max-age=\d+$/);
        expect(JSON.stringify(got.headers)).not.toMatch(/amz|accel|etag|x-picture/i);
        expect(s3.calls).toEqual([expect.stringMatching(new RegExp(`^${method} .*X-Amz-Expires=60&`))]);
        expect(read).not.toHaveBeenCalled();
      }
    expect(dns.names).toContain('localhost');
  });

  it('are tried by the doctor, who names a bucket that nginx does not reach and a proxy that is not nginx', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { storage, secret } = test.context;
    const before = [...s3.objects.keys()];
    const probe = (origin: string) => probePicture(storage, origin, secret);
    expect(await probe(`https://localhost:${(await open()).https}`)).toBeNull();
    expect(await probe(`https://localhost:${(await open('http://localhost:9')).https}`)).toMatch(/responds with 503/);
    expect(await probe(`http://localhost:${node}`)).toMatch(/a proxy that is not nginx/);
    expect([...s3.objects.keys()]).toEqual(before);
  });

  it('come whole, whatever range or condition a visitor names, as from the node', async () => {
    const nginx = await open();
    const [link = ''] = links;
    const [stored] = [...s3.objects].find(([key]) => key.endsWith(`${photoId}/full.webp`)) ?? [];
    const { etag = '', bytes } = s3.objects.get(stored ?? '') ?? {};
    const asked: Record<string, string>[] = [
      { range: 'bytes=0-9' },
      { 'if-none-match': etag },
      { 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() },
      { 'if-match': '"another"' },
      { range: 'bytes=0-9', 'if-range': etag },
    ];
    for (const headers of asked) {
      const [got, wanted] = [await look(nginx, link, { headers }), await lookWithout(nginx, link, { headers })];
      expect([headers, got.status, got.bytes.equals(bytes ?? Buffer.alloc(0))]).toEqual([headers, 200, true]);
      expect(wanted.status).toBe(200);
    }
  });

  it('MED-08 are refused as before to whoever may not see them, without a request to the bucket', async () => {
    const nginx = await open();
    const [link = ''] = links;
    const refused = async (address: string, client?: TestClient) => {
      const { status, headers } = await look(nginx, address, {}, client);
      return [status, headers['cache-control']];
    };
    expect(await refused(link.replace('full', 'blurred'))).toEqual([403, 'no-store']);
    expect(await refused(link, owner)).toEqual([403, 'no-store']);
    expect((await ask(nginx.https, link)).status).toBe(403);
    expect((await look(nginx, link)).status).toBe(200);
    s3.calls.length = 0;
    await owner.call('blockMember', { profile: viewer.id });
    expect(await refused(link)).toEqual([403, 'no-store']);
    expect(s3.calls).toEqual([]);
  });

  it('MED-07 are not found at the address inside, from outside', async () => {
    const nginx = await open();
    const key = [...s3.objects.keys()].find((name) => name.includes(photoId)) ?? '';
    const address = await test.context.storage.presign?.(key.replace('photos/', ''), 'GET');
    expect((await fetch(`${s3.url.replace('127.0.0.1', 'localhost')}${address}`)).status).toBe(200);
    s3.calls.length = 0;
    for (const path of [`/-/bucket${address}`, `/-/bucket/${s3.bucket}/${key}`, `/-//bucket${address}`])
      expect([path, (await look(nginx, path)).status]).toEqual([path, 404]);
    expect(s3.calls).toEqual([]);
  });

  it('get 404 without a file, and 503 while the bucket fails, neither of which is kept', async () => {
    const nginx = await open();
    const [link = '', match = ''] = links;
    for (const fault of ['slow-down', 'lose'] as const) {
      s3.faults.push(fault, fault, fault);
      const { status, headers } = await look(nginx, link);
      expect([fault, status, headers['retry-after'], headers['cache-control']]).toEqual([fault, 503, '5', 'no-store']);
      s3.faults.length = 0;
    }
    // The address has expired.
    s3.state.skewMs = 61_000;
    expect((await look(nginx, link)).status).toBe(503);
    s3.state.skewMs = 0;
    for (const name of variants.filter((variant) => variant === 'match'))
      for (const key of s3.objects.keys()) if (key.endsWith(`${photoId}/${name}.webp`)) s3.objects.delete(key);
    const missing = await look(nginx, match);
    expect([missing.status, missing.headers['cache-control'], missing.body]).toEqual([404, 'no-store', '']);
    expect((await look(nginx, link)).status).toBe(200);
  });

  it('leave no address of the bucket in the logs of nginx', async () => {
    const nginx = await open();
    const [link = ''] = links;
    expect((await look(nginx, link)).status).toBe(200);
    s3.faults.push('lose', 'lose', 'lose');
    expect((await look(nginx, link)).status).toBe(503);
    await nginx.stop();
    const lines = readFileSync(accessLog, 'utf8').trim().split('\n');
    expect(lines.map((line) => /"GET (\/[a-z]+\/)/.exec(line)?.[1])).toEqual(['/media/', '/media/']);
    expect(lines.join('\n') + nginx.complaints()).not.toMatch(/x-amz|signature/i);
  });

  it('neither tell a bucket about the visitor nor let it steer nginx', async () => {
    const seen: IncomingMessage['headers'][] = [];
    const hostile = createServer((request, response) => {
      seen.push(request.headers);
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5', ...sentByBuckets }).end('bytes');
    }).listen(0, '127.0.0.1');
    await once(hostile, 'listening');
    const host = `localhost:${(hostile.address() as AddressInfo).port}`;
    const nginx = await open(`http://${host}`);
    const [link = ''] = links;
    const wanted = await lookWithout(nginx, link);
    const got = await look(nginx, link, { headers: { authorization: 'Basic eDp5', 'x-amz-acl': 'a' } });
    expect(got.body).toBe('bytes');
    expect({ ...listHeaders(got), 'content-length': '' }).toEqual({ ...listHeaders(wanted), 'content-length': '' });
    expect(seen).toEqual([{ host, connection: 'close' }]);
    hostile.close();
  });

  it('come over TLS only from a bucket whose certificate is valid for its name', async () => {
    const { port } = new URL(s3.url);
    const tls = createTlsServer({ cert: certificate, key: certificateKey }, (socket) => {
      const inner = connect(Number(port), '127.0.0.1');
      for (const one of [socket, inner]) one.on('error', () => undefined);
      socket.pipe(inner).pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(tls, 'listening');
    const own = (tls.address() as AddressInfo).port;
    const trusted = join(makeOpenFolder(), 'ca.pem');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(trusted, certificate);
    const signedFor: [string, string] = ['Host $proxy_host', `Host localhost:${port}`];
    const trust: [string, string] = ['/etc/ssl/certs/ca-certificates.crt', trusted];
    const status = async (bucket: string, ...changes: [string, string][]) =>
      (await look(await open(bucket, [signedFor, ...changes]), links[0] ?? '')).status;
    expect(await status(`https://localhost:${own}`, trust)).toBe(200);
    expect(await status(`https://another.test:${own}`, trust)).toBe(503);
    expect(await status(`https://localhost:${own}`)).toBe(503);
    tls.close();
  });
});
