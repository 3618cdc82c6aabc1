import { createHash } from 'node:crypto';

import type { FastifyInstance } from 'fastify';

import { chooseEncoding, compress } from './compress.ts';
import { openApiDocument } from './openapi.ts';

/** The document changes only with a new version of the program. */
const maxAgeSeconds = 300;

export function serveOpenApi(app: FastifyInstance, version: string): void {
  let built: ReturnType<typeof build> | undefined;
  app.get('/api/openapi.json', async (request, reply) => {
    built ??= build(version);
    const { tag, bytes } = await built;
    void reply.header('cache-control', `public, max-age=${maxAgeSeconds}`).header('etag', tag);
    const encoding = chooseEncoding(request, reply);
    if (request.headers['if-none-match']?.includes(tag)) return reply.removeHeader('content-encoding').code(304).send();
    return reply.type('application/json; charset=utf-8').send(bytes[encoding ?? 'identity']);
  });
}

async function build(version: string) {
  const text = JSON.stringify(openApiDocument(version));
  const [br, gzip] = await Promise.all([compress(text, 'br'), compress(text, 'gzip')]);
  const hash = createHash('sha256').update(text).digest('base64url');
  // Weak: the tag is the same for every compression.
  return { tag: `W/"${hash}"`, bytes: { identity: text, br, gzip } };
}
