import { toId } from '../../contract/platform/id.ts';
import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply } from 'fastify';

import type { AppContext } from '../context.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { findCaller } from '../platform/dispatch/dispatch.ts';
import { type PictureRequest, findServingStatus } from './copy-photo.ts';
import { isValidLink } from './links.ts';
import { type PictureOwner, type Variant, variants } from './rules.ts';
import { isProbe } from './probe-picture.ts';
import { fileKey } from './picture-files.ts';

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
    const status = isProbe(picture)
      ? 200
      : await findServingStatus(context.database, site, picture, query.viewer === '' ? undefined : viewer);
    if (status !== 200) return reply.code(status).send();
    setHeaders(context, reply, Number(query.expires));
    return context.storage.presign
      ? redirectInside(context.storage.presign, reply, picture, request.method === 'HEAD' ? 'HEAD' : 'GET')
      : sendFile(context, reply, picture);
  });
}

function readPath(path: string): PictureRequest | undefined {
  const [, kind, ownerId, photoId, variant] = shape.exec(path) ?? [];
  if (!ownerId || !photoId) return undefined;
  const owner = { kind, id: ownerId } as PictureOwner;
  return { owner, photoId: toId(photoId), variant: variant as Variant };
}

function setHeaders({ clock }: AppContext, reply: FastifyReply, expires: number): void {
  const seconds = Math.max(0, Math.floor(expires - clock.now().getTime() / 1_000));
  // A renewed link opens the same picture, so browsers that know `No-Vary-Search` use their copy. There is no ETag:
  // Chromium would revalidate the copy at the older link, and be refused.
  void reply
    .header('cache-control', `private, max-age=${seconds}`)
    .header('no-vary-search', 'params=("e" "s")')
    .type('image/webp');
}

async function sendFile({ storage }: AppContext, reply: FastifyReply, { owner, photoId, variant }: PictureRequest) {
  const file = await storage.open(fileKey(owner, photoId, variant));
  if (!file) return reply.code(404).header('cache-control', 'no-store').removeHeader('content-type').send();
  return reply.header('content-length', file.size).send(file.stream);
}

/** The location of deploy/nginx-bucket.conf, which nobody outside reaches. */
const insidePath = '/-/bucket';

/**
 * Lets nginx fetch the picture. It would pass on `Cache-Control` with a failure of the bucket, too, so that header gets
 * a name that it gives only to a picture.
 */
async function redirectInside(
  presign: NonNullable<Storage['presign']>,
  reply: FastifyReply,
  { owner, photoId, variant }: PictureRequest,
  method: 'GET' | 'HEAD',
) {
  const address = await presign(fileKey(owner, photoId, variant), method);
  return reply
    .header('x-picture-cache', reply.getHeader('cache-control'))
    .removeHeader('cache-control')
    .header('x-accel-redirect', `${insidePath}${address}`)
    .send();
}
