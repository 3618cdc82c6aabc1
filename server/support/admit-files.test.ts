import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';

import multipart from '@fastify/multipart';
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { complaintFilesMax } from '../../contract/support/limits.ts';
import type { AppContext } from '../context.ts';
import { Failure } from '../platform/failure.ts';
import { type OpenBody, createBodies, dropRest, textBodyMaxBytes } from '../platform/http/bodies.ts';
import { admitFiles, complaintLimits } from './complaint-files.ts';

const line = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const form = `multipart/form-data; boundary=${line}`;
const end = `--${line}--\r\n`;
const makePart = (name: string, content: string): string =>
  `--${line}\r\nContent-Disposition: form-data; name=${name}\r\n\r\n${content}\r\n`;
const file = makePart('"files"; filename="f"', 'x');
const large = makePart('"files"; filename="f"', 'x'.repeat(textBodyMaxBytes));

async function parse(urlEncoded: Buffer): Promise<[string, FormDataEntryValue][]> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return [...(await new Response(new Uint8Array(urlEncoded), { headers }).formData())];
}

/** The opener of the last body, and whether its address has sent too many. */
let from = '';
let refused = false;

let server: FastifyInstance;
let address = '';
beforeAll(async () => {
  const bodies = createBodies(tmpdir());
  const opens =
    (name: string): OpenBody =>
    (request) => {
      from = name;
      return bodies(request);
    };
  const enforceAddress = async (name: string): Promise<void> => {
    expect([name, from]).toEqual(['files', 'files']);
    if (refused) throw new Failure('request.too-many');
  };
  const context = { rateLimits: { enforceAddress } } as unknown as AppContext;
  const openBody = admitFiles(context, opens('texts'), opens('files'));
  server = fastify();
  server.addHook('onResponse', async ({ raw }) => dropRest(raw));
  await server.register(multipart);
  server.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null));
  const handler = async (request: FastifyRequest): Promise<unknown> => {
    const body = openBody(request);
    try {
      const fields = await parse(await body.urlEncoded());
      const uploads = (body.uploads?.() ?? []).map(async ({ size, sha256, read }) => {
        const bytes = await read();
        return [size, sha256, createHash('sha256').update(bytes).digest('hex')];
      });
      return { fields, uploads: await Promise.all(uploads) };
    } finally {
      await body.release();
    }
  };
  server.route({ method: 'POST', url: '/*', handler });
  server.setErrorHandler((error, _request, reply) => reply.send({ code: (error as Failure).code }));
  address = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

interface Read {
  code?: string;
  fields: [string, string][];
  uploads: [number, string, string][];
}

async function post(body: string | Buffer, type = form, url = '/complaints'): Promise<Read> {
  const answer = await fetch(`${address}${url}`, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { 'content-type': type },
  });
  return (await answer.json()) as Read;
}

it('a form may upload files only on the complaints page', async () => {
  for (const url of ['/complaints', '/complaints.data?index'])
    expect((await post(large + end, form, url)).uploads).toHaveLength(1);
  for (const url of ['/complaint-state', '/complaints/', '/complaintsx', '/Complaints', '/x?/complaints'])
    expect(await post(file + end, form, url)).toEqual({ code: 'request.malformed' });
});

it('a form without files may be URL-encoded, and no other kind of body is read', async () => {
  const { fields } = await post('text=a%20b&text=c', 'Application/X-WWW-form-urlencoded; charset=utf-8');
  expect(fields).toEqual([
    ['text', 'a b'],
    ['text', 'c'],
  ]);
  for (const type of ['multipart/form-data', 'multipart/mixed; boundary=x', 'multipart/form-data; boundary=x'])
    expect(await post(file + end, type)).toMatchObject({ code: expect.any(String) });
});

it('a large form counts against the space for files, and a small one against that for texts', async () => {
  await post(large + end);
  expect(from).toBe('files');
  await post(file + end);
  expect(from).toBe('texts');
});

it('a large form is not read from an address that sent too many', async () => {
  refused = true;
  expect(await post(large + end)).toEqual({ code: 'request.too-many' });
  refused = false;
});

it('a form with too many files keeps only one above the limit, and far more parts are refused', async () => {
  expect((await post(file.repeat(40) + end)).uploads).toHaveLength(complaintFilesMax + 1);
  expect(await post(file.repeat(60) + end)).toEqual({ code: 'request.too-large' });
  expect(await post(makePart('"text"', 'x').repeat(13) + end)).toEqual({ code: 'request.too-large' });
  expect(await post('a&'.repeat(2_000), 'application/x-www-form-urlencoded')).toEqual({ code: 'request.too-large' });
});

it.each(['pad', 'files2', '__proto__'])('a file in another field is refused: %s', async (name) => {
  expect(await post(file.replace('"files"', `"${name}"`) + end)).toEqual({ code: 'request.malformed' });
});

it('files arrive as uploads, and the fields contain nothing of them', async () => {
  const [one, two] = ['%PDF-1\r\n\r\n--x'.padEnd(3_000_000, 'a'), 'picture\r\n'];
  const posted =
    makePart('"text"', 'Hällo & =') +
    makePart('"files"; filename="a.pdf"\r\nContent-Type: application/pdf', one) +
    makePart('"files"; filename=""\r\nContent-Type: application/octet-stream', '') +
    makePart('"files"; filename="b"', two) +
    makePart('"good_faith"', 'true') +
    end;
  const { fields, uploads } = await post(posted);
  expect(fields).toEqual([
    ['text', 'Hällo & ='],
    ['good_faith', 'true'],
  ]);
  const hashes = [one, two].map((text) => createHash('sha256').update(text).digest('hex'));
  expect(uploads).toEqual([
    [one.length, hashes[0], hashes[0]],
    [two.length, hashes[1], hashes[1]],
  ]);
});

/**
 * Measures the longest turn of the event loop during `work`, in ms of CPU; the least of several tries, to exclude
 * noise.
 */
async function leastLongestTurn(work: () => Promise<unknown>): Promise<number> {
  const turns: number[] = [];
  for (let tried = 0; tried < 4; tried += 1) turns.push(await longestTurn(work));
  return Math.min(...turns);
}

async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let last = process.cpuUsage();
  const turn = (): void => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1_000);
    last = process.cpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work().finally(() => (isOver = true));
  return longest;
}

const field = `--${line}\r\nContent-Disposition: form-data; name="text"\r\n`;
const chosen = field.replace('"text"', '"files"; filename="a"');
const filled = (start: string, filling: string, bytes: number): Buffer =>
  Buffer.concat([Buffer.from(start), Buffer.alloc(bytes, filling), Buffer.from(`\r\n\r\nx\r\n${end}`)]);
const many = (one: (bytes: number) => Buffer, bytes: number): Buffer =>
  Buffer.concat(Array.from({ length: 45 }, () => one(bytes / 45)));

// Parsing must stay linear: otherwise two bodies of 14 MB hold the event loop until the watchdog ends the process.
it.each<[string, (bytes: number) => Buffer]>([
  ['short lines in the head of a part', (bytes) => filled(field, 'a:\r\n', bytes)],
  ['lines in the head of a part', (bytes) => filled(field, 'X-A: b\r\n', bytes)],
  ['heads without an end', (bytes) => filled(chosen.repeat(45), '\r\n\r\r\n', bytes)],
  ['almost equal lines between parts', (bytes) => filled(`${chosen}\r\n`, `\r\n--${line.slice(0, -1)}`, bytes)],
  ['empty parts', (bytes) => filled(field, `\r\n--${line}`, bytes)],
  ['large texts', (bytes) => many((size) => filled(`${field}\r\n`, 'a', size), bytes)],
  ['large files', (bytes) => many((size) => filled(`${chosen}\r\n`, 'a', size), bytes)],
])('a body of many %s does not block the event loop longer when it is four times as long', async (_title, makeBody) => {
  const measureTurn = async (megabytes: number): Promise<number> => {
    const body = makeBody(megabytes * 1024 * 1024);
    return leastLongestTurn(() => post(body));
  };
  await measureTurn(0.2);
  const quarter = await measureTurn(1);
  // A time that grows by the square would be about 400 ms here; other threads of the process add up to some 50.
  expect(await measureTurn(4)).toBeLessThan(2 * quarter + 100);
});

it('the space for uploads cannot be used up by a few slow senders', () => {
  const { perAddress, total } = complaintLimits.disk;
  expect(total / perAddress).toBeGreaterThan(60);
});
