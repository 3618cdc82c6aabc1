import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { AppContext } from '../context.ts';
import { findCaller } from '../platform/dispatch/find-caller.ts';
import { type PictureRequest, findServingStatus } from './find-serving-status.ts';
import { isValidLink } from './links.ts';
import { type PictureOwner, isVariant } from './rules.ts';
import { storageKey } from './store-picture.ts';

const shape = /^(member|chat)\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/([a-z]+)$/;

/**
 * Serves pictures at signed, expiring paths (`/media/<kind>/<owner>/<photo>/<variant>.webp`). A link works only for
 * its viewer, and permissions are checked again: 403 for a wrong, expired or foreign link and for a blocked viewer,
 * 404 for a picture that does not exist and for any other path.
 */
export function registerPhotoFiles(server: FastifyInstance, context: AppContext): void {
  server.get('/media/*', async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; sandbox");
    const path = (request.params as { '*': string })['*'].replace(/\.webp$/, '');
    const picture = readPath(path);
    if (!picture) return reply.code(404).send();
    const query = readQuery(request);
    if (!isValidLink(context, path, query)) return reply.code(403).send();
    const caller = { host: request.host, cookies: request.cookies, geoipCountry: null };
    const { session, site } = await findCaller(context, caller);
    const viewer = session?.member;
    if (query.viewer !== '' && viewer?.id !== query.viewer) return reply.code(403).send();
    const status = await findServingStatus(context.database, site, picture, query.viewer === '' ? undefined : viewer);
    return status === 200 ? sendFile(context, reply, picture, Number(query.expires)) : reply.code(status).send();
  });
}

function readPath(path: string): PictureRequest | undefined {
  const [, kind, ownerId, photoId, variant] = shape.exec(path) ?? [];
  if (!ownerId || !photoId || !variant || !isVariant(variant)) return undefined;
  return { owner: { kind: kind as PictureOwner['kind'], id: ownerId }, photoId, variant };
}

function readQuery(request: FastifyRequest): { viewer: string; expires: string; signature: string } {
  const query = request.query as Record<string, unknown>;
  const text = (name: string): string => (typeof query[name] === 'string' ? query[name] : '');
  return { viewer: text('v'), expires: text('e'), signature: text('s') };
}

async function sendFile(
  context: AppContext,
  reply: FastifyReply,
  { owner, photoId, variant }: PictureRequest,
  expires: number,
): Promise<FastifyReply> {
  const file = await context.storage.open(`${storageKey(owner, photoId)}/${variant}.webp`);
  if (!file) return reply.code(404).send();
  const seconds = Math.max(0, Math.floor(expires - context.clock.now().getTime() / 1_000));
  // A renewed link opens the same picture, so browsers that know `No-Vary-Search` use their copy until the older link
  // ends. There is no ETag: Chromium would use it to revalidate the copy at the older link, and be refused.
  return reply
    .header('cache-control', `private, max-age=${seconds}`)
    .header('no-vary-search', 'params=("e" "s")')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('content-length', file.size)
    .type('image/webp')
    .send(file.stream);
}
