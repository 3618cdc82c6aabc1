import { toId } from '../../contract/platform/id.ts';
import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply } from 'fastify';

import type { AppContext } from '../context.ts';
import { findCaller } from '../platform/dispatch/dispatch.ts';
import { type PictureRequest, findServingStatus } from './copy-photo.ts';
import { isValidLink } from './links.ts';
import { type PictureOwner, type Variant, variants } from './rules.ts';
import { fileKey } from './store-picture.ts';

const shape = new RegExp(`^(member|chat)/([0-9a-f-]{36})/([0-9a-f-]{36})/(${variants.join('|')})$`);

/**
 * Serves `/media/<kind>/<owner>/<photo>/<variant>.webp` to the link's viewer: 403 for a wrong, expired or foreign link
 * and for a blocked viewer, 404 for a picture that does not exist and for any other path.
 */
export function registerPhotoFiles(server: FastifyInstance, context: AppContext): void {
  server.get('/media/*', async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; sandbox");
    const path = (request.params as { '*': string })['*'].replace(/\.webp$/, '');
    const picture = readPath(path);
    if (!picture) return reply.code(404).send();
    const given = request.query as Record<string, unknown>;
    const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '');
    const query = { viewer: text('v'), expires: text('e'), signature: text('s') };
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
  if (!ownerId || !photoId) return undefined;
  const owner = { kind, id: ownerId } as PictureOwner;
  return { owner, photoId: toId(photoId), variant: variant as Variant };
}

async function sendFile(context: AppContext, reply: FastifyReply, picture: PictureRequest, expires: number) {
  const { owner, photoId, variant } = picture;
  const file = await context.storage.open(fileKey(owner, photoId, variant));
  if (!file) return reply.code(404).send();
  const seconds = Math.max(0, Math.floor(expires - context.clock.now().getTime() / 1_000));
  // A renewed link opens the same picture, so browsers that know `No-Vary-Search` use their copy. There is no ETag:
  // Chromium would revalidate the copy at the older link, and be refused.
  return reply
    .header('cache-control', `private, max-age=${seconds}`)
    .header('no-vary-search', 'params=("e" "s")')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('content-length', file.size)
    .type('image/webp')
    .send(file.stream);
}
