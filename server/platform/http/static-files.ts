import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The service worker talks to its own site and loads no further script. */
const workerPolicy = "default-src 'none'; connect-src 'self'";

/** Serves the built files. Names below `/assets/` contain a hash: they are cached forever, and built compressed. */
export async function registerFiles(app: FastifyInstance, folder: string): Promise<void> {
  app.addHook('onRequest', async ({ raw }) => {
    if (!isOneRange(raw.headers.range)) delete raw.headers.range;
  });
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    // The package's own route would list the folder at each request, to compare the spelling of the name.
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  app.get<{ Params: { '*': string } }>('/assets/*', ({ params: { '*': path } }, reply) =>
    isBuiltFile(path) ? reply.sendFile(path) : reply.callNotFound(),
  );
  await app.register(fastifyStatic, {
    root: folder,
    // One route for each existing file: every other path belongs to a page.
    wildcard: false,
    globIgnore: ['assets/**'],
    decorateReply: false,
    index: false,
    setHeaders: (reply, path) =>
      path.endsWith('/sw.js')
        ? reply.header('cache-control', 'no-cache').header('content-security-policy', workerPolicy)
        : reply.header('cache-control', 'public, max-age=3600'),
  });
}

/** True for a name that a build may have given a file: no folder, and no way out of the folder. */
const isBuiltFile = (path: string): boolean => /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/.test(path);

/** True for one part of a file. Other ranges may, and reversed ones must, be ignored (RFC 9110, 14). */
function isOneRange(range: string | undefined): boolean {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  return first === '' ? last !== '' : last === '' || Number(first) <= Number(last);
}
