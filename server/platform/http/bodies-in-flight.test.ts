import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type OperationName, getEndpoint, calls } from '../../../contract/calls.ts';
import { operations } from '../../../contract/index.ts';
import { bodyLimits } from './bodies.ts';
import { stripes } from '../../../tests/support/photo-files.ts';
import { quickMember } from '../../../tests/support/chat.ts';
import {
  type OpenRequest,
  type RequestHead,
  boundary,
  fileHead,
  formEnd,
  formType,
  openRequest,
} from '../../../tests/support/open-request.ts';
import { pagesAreBuilt, pagesFolder } from '../../../tests/support/pages.ts';
import { type TestApp, type TestClient, createTestApp } from '../../../tests/support/test-app.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const megabyte = 1024 * 1024;
const chunk = Buffer.alloc(megabyte, 'x');
const photo = { path: '/api/photo.php', type: formType };
const like = { path: '/api/like.php', type: formType };
const writing = (Object.keys(calls) as OperationName[]).filter((name) => getEndpoint(name).method !== 'GET');

/**
 * Returns the bytes still referenced, inside and outside of the heap. Garbage is collected first: its amount differs by
 * Node version, and it is not a retained body. Array buffers are swept on another thread; a second collection waits for
 * it.
 */
function heldBytes(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const opened: OpenRequest[] = [];
afterEach(() => {
  for (const request of opened.splice(0)) request.close();
});

async function open(test: TestApp, head: RequestHead): Promise<OpenRequest> {
  const request = await openRequest(test, head);
  opened.push(request);
  return request;
}

async function openUpload(test: TestApp, head: RequestHead, megabytes: number): Promise<OpenRequest> {
  const request = await open(test, head);
  await request.send(fileHead);
  for (let sent = 0; sent < megabytes; sent += 1) await request.send(chunk);
  return request;
}

async function listening(options: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> {
  const test = await createTestApp(options);
  await test.app.server.listen({ host: '127.0.0.1', port: 0 });
  return test;
}

async function upload(test: TestApp, client: TestClient, headers: Record<string, string> = {}): Promise<number> {
  const picture = await sharp(stripes(64, 64)).png().toBuffer();
  const length = fileHead.length + picture.length + formEnd.length;
  const request = await open(test, { ...photo, length, client, headers });
  await request.send(Buffer.concat([Buffer.from(fileHead), picture, Buffer.from(formEnd)]));
  return (await request.answer).status;
}

describe('the body of a request', () => {
  let test: TestApp;
  let member: TestClient;
  beforeAll(async () => {
    test = await listening();
    member = await quickMember(test, { credits: 100, paid: true });
  });
  afterAll(() => test.close());

  it('MED-04: 25 visitors sending 19 of 20 MB are refused at once, hold no memory, and disturb no upload', async () => {
    // The first calls load the decoder and compile the code.
    expect(await upload(test, member)).toBe(200);
    const before = heldBytes();
    const held: number[] = [];
    const visitors = await Promise.all(
      Array.from({ length: 25 }, () => open(test, { ...like, length: 20 * megabyte })),
    );
    await Promise.all(visitors.map(({ send }) => send(fileHead)));
    for (let sent = 1; sent <= 19; sent += 1) {
      await Promise.all(visitors.map(({ send }) => send(chunk)));
      if (sent === 10) expect(await upload(test, member)).toBe(200);
      if (sent % 3 === 0) held.push(heldBytes());
    }
    for (const { answer } of visitors)
      expect(await answer).toMatchObject({ status: 403, body: { error: 'session.missing' } });
    await Promise.all(visitors.map(({ closed }) => closed));
    expect((Math.max(...held) - before) / megabyte).toBeLessThan(32);
  });

  it('is not read for any operation of members without a session', async () => {
    for (const name of writing.filter((one) => operations[one].audience === 'member')) {
      const { method, path } = getEndpoint(name);
      for (const type of [formType, 'application/json']) {
        const { answer } = await open(test, { path, method, type, length: 100_000 });
        expect([name, type, (await answer).status]).toEqual([name, type, 403]);
      }
    }
  });

  it('INP-11: is not read as multipart for any operation that takes no file', async () => {
    for (const name of writing.filter((one) => operations[one].body !== 'multipart')) {
      const { method, path } = getEndpoint(name);
      for (const type of [formType, 'text/plain', 'application/octet-stream']) {
        const { answer } = await open(test, { path, method, type, length: 20 * megabyte, client: member });
        const { status, body } = await answer;
        expect([name, type, status, body.error]).toEqual([name, type, 400, 'request.malformed']);
      }
    }
  });

  it('INP-11: is not read if its announced length is too large', async () => {
    const json = await open(test, { path: '/api/user.php', length: 10 * megabyte });
    expect(await json.answer).toMatchObject({ status: 413, body: { error: 'request.too-large' } });
    const form = await open(test, { ...photo, length: 200 * megabyte, client: member });
    expect(await form.answer).toMatchObject({ status: 413, body: { error: 'photo.too-large' } });
  });

  it('INP-11: is refused when more arrives than is allowed', async () => {
    const json = await open(test, { path: '/api/user.php' });
    await json.send(chunk);
    expect(await json.answer).toMatchObject({ status: 413, body: { error: 'request.too-large' } });
    const form = await openUpload(test, { ...photo, client: member }, 21);
    expect(await form.answer).toMatchObject({ status: 413, body: { error: 'photo.too-large' } });
    await Promise.all([json.closed, form.closed]);
  });

  it('INP-11: is refused if its fields beside a file are too long', async () => {
    const form = await open(test, { path: '/api/message.php', type: formType, client: member });
    for (let field = 0; field < 3; field += 1)
      await form.send(fileHead.replace(/name=.*\r\n.*/, `name="text${field}"`) + 'x'.repeat(60_000) + '\r\n');
    await form.send(formEnd);
    expect(await form.answer).toMatchObject({ status: 413, body: { error: 'request.too-large' } });
  });

  it('leaves no file behind, whether it is uploaded, refused or aborted', async () => {
    expect(await upload(test, member)).toBe(200);
    const refused = await openUpload(test, { ...photo, client: member }, 21);
    expect((await refused.answer).status).toBe(413);
    const left = await openUpload(test, { ...photo, length: 10 * megabyte, client: member }, 2);
    left.close();
    await left.closed;
    expect(await readdir(join(test.context.config.dataDir, 'uploads'))).toEqual([]);
  });
});

it('MED-04: a body that arrives slowly is refused within 5 s', async () => {
  expect(bodyLimits.pace.withinMs).toBeLessThan(5_000);
  const test = await listening({ bodyLimits: { ...bodyLimits, pace: { ...bodyLimits.pace, withinMs: 400 } } });
  const client = await quickMember(test);
  const webhook = { path: '/api/payment-webhook.php?provider=mollie', type: 'application/x-www-form-urlencoded' };
  const slow: [RequestHead, string][] = [
    [{ ...photo, client, length: megabyte }, fileHead],
    [{ ...photo, client, length: megabyte }, ''],
    [{ path: '/api/user.php', length: 100_000 }, '{"login":"'],
    [webhook, ''],
  ];
  const requests = await Promise.all(slow.map(([head]) => open(test, head)));
  await Promise.all(requests.map(({ send }, index) => send(slow[index]?.[1] ?? '')));
  const drip = setInterval(() => void requests.map(({ send }) => send('x')), 50);
  const answers = await Promise.all(requests.map(({ answer }) => answer)).finally(() => clearInterval(drip));
  for (const { status, body } of answers) expect([status, body.error]).toEqual([408, 'request.too-slow']);
  await Promise.all(requests.map(({ closed }) => closed));
  await test.close();
});

describe('the bodies of all requests', () => {
  let test: TestApp;
  let member: TestClient;
  beforeAll(async () => {
    test = await listening({
      env: { TRUST_PROXY: '1' },
      bodyLimits: {
        memory: { perAddress: 150_000, total: 250_000 },
        disk: { perAddress: 3 * megabyte, total: 5 * megabyte },
        pace: { bytes: 1, withinMs: 60_000 },
      },
    });
    member = await quickMember(test, { paid: true });
  });
  afterAll(() => test.close());
  /** Returns the first refusal among requests that do not fit side by side. */
  const firstAnswer = (requests: OpenRequest[]) => Promise.race(requests.map(({ answer }) => answer));
  const from = (last: number): Record<string, string> => ({ 'x-forwarded-for': `203.0.113.${last}` });

  it('are limited in bytes of files in flight, per address and in total', async () => {
    const head = (last: number): RequestHead => ({
      ...photo,
      length: 3 * megabyte,
      client: member,
      headers: from(last),
    });
    const atSame = [await openUpload(test, head(1), 2)];
    expect(await upload(test, member, from(1))).toBe(200);
    atSame.push(await openUpload(test, head(1), 2));
    const refused = await firstAnswer(atSame);
    expect([refused.status, refused.body.error]).toEqual([429, 'request.too-many']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const busy = await firstAnswer([await openUpload(test, head(2), 2), await openUpload(test, head(3), 2)]);
    expect([busy.status, busy.body.error]).toEqual([503, 'request.busy']);
    expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await upload(test, member, from(4))).toBe(200);
    for (const { close } of atSame) close();
    // The file is not a picture; it is refused only after it was read.
    const whole = async (): Promise<number> => {
      const length = fileHead.length + 2 * megabyte + formEnd.length;
      const request = await openUpload(test, { ...photo, length, client: member, headers: from(5) }, 2);
      await request.send(formEnd);
      return (await request.answer).status;
    };
    await expect.poll(whole).toBe(422);
  });

  it('are limited in bytes of JSON in flight, per address and in total', async () => {
    const head = (last: number): RequestHead => ({ path: '/api/user.php', length: 100_000, headers: from(last) });
    const half = async (last: number): Promise<OpenRequest> => {
      const request = await open(test, head(last));
      await request.send('x'.repeat(90_000));
      return request;
    };
    const refused = await firstAnswer([await half(11), await half(11)]);
    expect(refused).toMatchObject({ status: 429, body: { error: 'request.too-many' } });
    const busy = await firstAnswer([await half(12), await half(13)]);
    expect(busy).toMatchObject({ status: 503, body: { error: 'request.busy' } });
  });
});

describe.skipIf(!pagesAreBuilt)('the files of complaints', () => {
  it('leave room for the bodies of calls', async () => {
    const limits = { perAddress: 16 * megabyte, total: 33 * megabyte + 50_000 };
    const test = await listening({
      pages: pagesFolder,
      env: { TRUST_PROXY: '1' },
      bodyLimits: { memory: limits, disk: limits, pace: { bytes: 1, withinMs: 60_000 } },
    });
    const from = (last: number): Record<string, string> => ({
      'x-forwarded-for': `203.0.113.${last}`,
      origin: 'http://localhost',
    });
    const complaint = { path: '/complaints', type: formType, length: 11 * megabyte + 1_000 };
    for (const last of [1, 2, 3]) {
      const { send } = await open(test, { ...complaint, headers: from(last) });
      await send(fileHead.replace('"photo"', '"files"'));
      for (let sent = 0; sent < 11; sent += 1) await send(chunk);
    }
    // All bytes were sent, but may not have arrived.
    const call = async (round: number): Promise<unknown> => {
      const small = await open(test, { path: '/api/user.php', length: 100_000, headers: from(9) });
      await small.send(`{"login":"nobody${round}","password":"x"${' '.repeat(100_000 - 34)}}`);
      return (await small.answer).body.error;
    };
    for (let round = 0; round < 10; round += 1) expect(await call(round)).toBe('login.failed');
    for (const one of opened.splice(0)) one.close();
    await test.close();
  });
});

describe.skipIf(!pagesAreBuilt)('the parts of a form', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await listening({ pages: pagesFolder });
  });
  afterAll(() => test.close());

  const origin = 'http://localhost';
  const post = async (head: RequestHead, body: string | Buffer): Promise<{ status: number; error?: string }> => {
    const request = await open(test, { type: formType, length: body.length, headers: { origin }, ...head });
    await request.send(body);
    const { status, body: answer } = await request.answer;
    return { status, ...(answer.error !== undefined && { error: answer.error }) };
  };

  const part = `--${boundary}\r\ncontent-disposition: form-data; name="text"; filename=""\r\n\r\n\r\n`;

  it.each(['/login', '/login.data', '/signup.data', '/withdrawal.data'])(
    'are not parsed for %s, which takes no file',
    async (path) => {
      const body = part.repeat(1_000) + formEnd;
      expect(await post({ path }, body)).toEqual({ status: 400, error: 'request.malformed' });
    },
  );

  it.each(['/login.data', '/complaints.data', '/source-choice', '/api/payment-webhook.php?provider=mollie'])(
    'are refused if there are too many of them: %s',
    async (path) => {
      for (const body of ['a&'.repeat(2_000), Array.from({ length: 2_000 }, (_, at) => `f${at}=`).join('&')])
        expect(await post({ path, type: 'application/x-www-form-urlencoded' }, body)).toEqual({
          status: 413,
          error: 'request.too-large',
        });
    },
  );
});

describe('the limit of an operation', () => {
  it('is enforced before its body is read', async () => {
    const test = await listening({ env: { RATE_LIMIT_FACTOR: '1' } });
    const member = await quickMember(test);
    for (let count = 0; count < 120; count += 1) await member.call('addPhoto', {});
    const { answer } = await open(test, { ...photo, length: 20 * megabyte, client: member });
    expect(await answer).toMatchObject({ status: 429, body: { error: 'request.too-many' } });
    await test.close();
  });
});
