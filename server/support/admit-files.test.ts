import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';

import { type OpenBody, textBodyMaxBytes } from '../platform/http/bodies.ts';
import { admitFiles } from './admit-files.ts';

const form = 'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW';
const part =
  '------WebKitFormBoundary7MA4YWxkTrZu0gW\r\ncontent-disposition: form-data; name="files"; filename="f"\r\n\r\n';

/** Reads a body of a page; `most` are the bytes that the page lets it have. */
async function read(text: string, type: string, url = '/complaints'): Promise<{ most: number }> {
  let most = 0;
  const openBody = (() => ({
    bytes: async (max: number) => {
      most = max;
      return Buffer.from(text);
    },
  })) as unknown as OpenBody;
  const request = { url, headers: { 'content-type': type } } as unknown as FastifyRequest;
  await admitFiles(openBody)(request).bytes(textBodyMaxBytes);
  return { most };
}

it('a form with files may be large on the page for complaints alone, and no other kind of body', async () => {
  expect((await read(part, form)).most).toBeGreaterThan(textBodyMaxBytes);
  expect((await read(part, form, '/complaints.data?index')).most).toBeGreaterThan(textBodyMaxBytes);
  for (const url of ['/complaint-state', '/complaints/', '/complaintsx', '/Complaints', '/x?/complaints'])
    expect((await read(part, form, url)).most).toBe(textBodyMaxBytes);
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', `${form}; boundary=x`, 'text/plain'])
    expect((await read(part, type)).most).toBe(textBodyMaxBytes);
});

it('a form of many parts is refused before it is parsed', async () => {
  expect((await read(part.repeat(40), form)).most).toBeGreaterThan(0);
  await expect(read(part.repeat(2_000), form)).rejects.toMatchObject({ code: 'request.too-large' });
});
