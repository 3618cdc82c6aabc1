import type {} from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { AppContext } from '../context.ts';
import { findRelationship } from '../members/visibility/find-relationships.ts';
import { showsPhotoToVisitors, sightOf } from '../members/visibility/rules.ts';
import { findCaller } from '../platform/dispatch/find-caller.ts';
import type { Member } from '../platform/session.ts';
import type { Site } from '../platform/site.ts';
import { isValidLink } from './links.ts';
import { findChatPhoto, findServable } from './queries.ts';
import { type PictureOwner, type Variant, isVariant, photosMaxOf, servingStatus } from './rules.ts';
import { storageKey } from './store-picture.ts';

interface PictureRequest {
  owner: PictureOwner;
  photoId: string;
  variant: Variant;
}

const shape = /^(member|chat)\/([0-9a-f-]{36})\/([0-9a-f-]{36})\/([a-z]+)$/;

/**
 * Serves pictures under signed, expiring paths (`/media/<kind>/<owner>/<photo>/<variant>.webp`). A link works only for
 * the viewer it was made for, and permissions are checked again: 403 for a wrong, expired or foreign link and for a
 * blocked viewer, 404 for a picture that no longer exists and for any other path.
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
    const status = await findServingStatus(context, site, picture, query.viewer === '' ? undefined : viewer);
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

async function findServingStatus(
  { database }: AppContext,
  site: Site,
  picture: PictureRequest,
  viewer: Member | undefined,
): Promise<200 | 403 | 404> {
  const viewerId = viewer?.id ?? null;
  const { owner, photoId } = picture;
  if (owner.kind === 'chat') {
    const photo = await database.first(findChatPhoto, { conversationId: owner.id, photoId, viewerId });
    if (photo?.blocked) return 403;
    return photo?.kept ? 200 : 404;
  }
  const [photo, relationship] = await Promise.all([
    database.first(findServable, { memberId: owner.id, photoId }),
    findRelationship(database, { viewerId, otherId: owner.id, site }),
  ]);
  if (!photo || !relationship) return 404;
  const facts = {
    ...photo,
    sight: sightOf(relationship),
    shown: photosMaxOf(photo),
    forVisitors: showsPhotoToVisitors(photo),
  };
  const looker = { own: viewerId === owner.id, paid: viewer?.paid ?? false, isMember: viewerId !== null };
  return servingStatus(facts, looker, picture.variant);
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
  return reply
    .header('cache-control', `private, max-age=${seconds}`)
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('content-length', file.size)
    .type('image/webp')
    .send(file.stream);
}
