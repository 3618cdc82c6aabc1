import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * The files of the built pages. What stands under `/assets/` has a hash of its content in its name: it is kept forever,
 * and the build has compressed it (`scripts/lib/compress.mjs`).
 */
export async function registerFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    // A folder is nothing that one could ask for.
    allowedPath: (path) => !path.endsWith('/'),
    preCompressed: true,
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
  });
  await app.register(fastifyStatic, {
    root: folder,
    // A route for each file that is there: any other path is a page's.
    wildcard: false,
    globIgnore: ['assets/**'],
    decorateReply: false,
    index: false,
    setHeaders: (reply) => reply.header('cache-control', 'public, max-age=3600'),
  });
}
