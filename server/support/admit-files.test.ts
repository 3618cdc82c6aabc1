import { createHash } from 'node:crypto';

import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';

import type { AppContext } from '../context.ts';
import { Failure } from '../platform/failure.ts';
import { type OpenBody, textBodyMaxBytes } from '../platform/http/bodies.ts';
import { admitFiles } from './admit-files.ts';

const form = 'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW';
const part =
  '------WebKitFormBoundary7MA4YWxkTrZu0gW\r\ncontent-disposition: form-data; name="files"; filename="f"\r\n\r\n';

/**
 * Reads a body of a page: `most` are the bytes that the page lets it have, `from` is what reads it. Without a `length` it
 * announces that of a large body.
 */
async function read(
  text: string,
  type: string,
  { url = '/complaints', length = 5_000_000 as number | undefined, refused = false } = {},
): Promise<{ most: number; from: string }> {
  const used = { most: 0, from: '' };
  const opens = (from: string): OpenBody =>
    (() => ({
      bytes: async (most: number) => {
        Object.assign(used, { most, from });
        return Buffer.from(text);
      },
    })) as unknown as OpenBody;
  const enforceAddress = async (name: string): Promise<void> => {
    expect([name, used.from]).toEqual(['files', '']);
    if (refused) throw new Failure('request.too-many');
  };
  const context = { rateLimits: { enforceAddress } } as unknown as AppContext;
  const headers = { 'content-type': type, 'content-length': length };
  const request = { url, headers, ip: '192.0.2.1' } as unknown as FastifyRequest;
  const openBody = admitFiles(context, opens('texts'), opens('files'));
  await openBody(request)
    .bytes(textBodyMaxBytes)
    .catch((error: unknown) => {
      expect(used.from === '').toBe(refused);
      throw error;
    });
  return used;
}

it('a form with files may be large on the page for complaints alone, and no other kind of body', async () => {
  expect((await read(part, form)).most).toBeGreaterThan(textBodyMaxBytes);
  expect((await read(part, form, { url: '/complaints.data?index' })).most).toBeGreaterThan(textBodyMaxBytes);
  for (const url of ['/complaint-state', '/complaints/', '/complaintsx', '/Complaints', '/x?/complaints'])
    expect(await read(part, form, { url })).toEqual({ most: textBodyMaxBytes, from: 'texts' });
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', `${form}; boundary=x`, 'text/plain'])
    expect(await read(part, type)).toEqual({ most: textBodyMaxBytes, from: 'texts' });
});

it('a large form is not held in the room of texts, and one without files is', async () => {
  expect((await read(part, form)).from).toBe('files');
  expect((await read(part, form, { length: undefined })).from).toBe('files');
  expect(await read(part, form, { length: 100_000 })).toEqual({ most: textBodyMaxBytes, from: 'texts' });
});

it('a large form is not read from an address that sent too many', async () => {
  await expect(read(part, form, { refused: true })).rejects.toMatchObject({ code: 'request.too-many' });
});

it('a form of many parts is refused before it is parsed', async () => {
  expect((await read(part.repeat(40), form)).most).toBeGreaterThan(0);
  await expect(read(part.repeat(2_000), form)).rejects.toMatchObject({ code: 'request.too-large' });
});

it.each(['pad', 'files2', '', '__proto__'])('a part of another form is refused: %s', async (name) => {
  const other = part.replace('"files"', `"${name}"`);
  for (const text of [other, part + other, other + part.slice(part.indexOf('content')), other.replace('name=', '')])
    await expect(read(text, form)).rejects.toMatchObject({ code: 'request.malformed' });
});

it('the files come as uploads, and what is left to parse holds nothing of them', async () => {
  const line = '------WebKitFormBoundary7MA4YWxkTrZu0gW';
  const head = (rest: string): string => `${line}\r\nContent-Disposition: form-data; name=${rest}\r\n\r\n`;
  const [one, two] = ['%PDF-1\r\n\r\n--x'.padEnd(3_000_000, 'a'), 'picture\r\n'];
  const posted =
    `${head('"text"')}Hello\r\n${head('"files"; filename="a.pdf"\r\nContent-Type: application/pdf')}${one}\r\n` +
    `${head('"files"; filename=""')}\r\n${head('"files"; filename="b"')}${two}\r\n${line}--\r\n`;
  const bytes = Buffer.from(posted);
  const body = admitFiles(contextWithout, opens(bytes), opens(bytes))(requestOf(bytes.length));
  const rest = await body.bytes(textBodyMaxBytes);
  expect(rest.toString()).toBe(posted.replace(one, '').replace(two, ''));
  const uploads = body.uploads?.() ?? [];
  expect(await Promise.all(uploads.map(async ({ read: load }) => Buffer.from(await load()).toString()))).toEqual([
    one,
    two,
  ]);
  expect(uploads.map(({ size, sha256 }) => [size, sha256])).toEqual(
    [one, two].map((text) => [text.length, createHash('sha256').update(text).digest('hex')]),
  );
  const parsed = await new Response(new Uint8Array(rest), { headers: { 'content-type': form } }).formData();
  expect(parsed.get('text')).toBe('Hello');
  expect(parsed.getAll('files').map((file) => (file as File).size)).toEqual([0, 0, 0]);
});

const contextWithout = { rateLimits: { enforceAddress: async () => undefined } } as unknown as AppContext;
const opens = (bytes: Buffer): OpenBody => (() => ({ bytes: async () => bytes })) as unknown as OpenBody;
const requestOf = (length: number): FastifyRequest =>
  ({
    url: '/complaints',
    headers: { 'content-type': form, 'content-length': length },
    ip: '192.0.2.1',
  }) as unknown as FastifyRequest;
