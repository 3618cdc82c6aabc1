import { createHmac, timingSafeEqual } from 'node:crypto';

import { photoLinkLifetimeMinutes } from '../../contract/limits.ts';
import type { Image } from '../../contract/members.ts';
import type { AppContext } from '../context.ts';
import { minuteMs } from '../platform/clock.ts';
import type { PictureOwner, Variant } from './rules.ts';

type Signer = Pick<AppContext, 'secret' | 'clock'>;

const lifetimeMs = photoLinkLifetimeMinutes * minuteMs;
// Links made within the same half hour are the same text, so that browsers keep what they have.
const roundMs = lifetimeMs / 2;

/**
 * The sizes of a picture as signed paths for one viewer (null: a visitor). They live 30 to 60 minutes and open only
 * in a session of that viewer.
 */
export function imageLinks(
  context: Signer,
  owner: PictureOwner,
  photoId: string,
  status: Image['status'],
  viewerId: string | null,
): Image {
  const link = (variant: Variant): string => signedLink(context, owner, photoId, variant, viewerId);
  return { filename: link('full'), match: link('match'), thumb_filename: link('thumb'), status };
}

/** The locked picture, blurred on the server, as a signed path for one viewer. */
export function blurredLink(context: Signer, owner: PictureOwner, photoId: string, viewerId: string | null): string {
  return signedLink(context, owner, photoId, 'blurred', viewerId);
}

function signedLink(
  context: Signer,
  owner: PictureOwner,
  photoId: string,
  variant: Variant,
  viewerId: string | null,
): string {
  const expires = (Math.floor(context.clock.now().getTime() / roundMs) * roundMs + lifetimeMs) / 1_000;
  const path = `${owner.kind}/${owner.id}/${photoId}/${variant}`;
  const viewer = viewerId ?? '';
  return `/media/${path}.webp?e=${expires}&v=${viewer}&s=${sign(context.secret, path, viewer, expires)}`;
}

function sign(secret: string, path: string, viewer: string, expires: number): string {
  return createHmac('sha256', secret).update(`photo\n${path}\n${viewer}\n${expires}`).digest('base64url');
}

/** Whether a path (`kind/owner/photo/variant`) was signed for this viewer (empty: a visitor) and is not too old. */
export function isGenuine(
  context: Signer,
  path: string,
  query: { viewer: string; expires: string; signature: string },
): boolean {
  const expires = /^\d{1,12}$/.test(query.expires) ? Number(query.expires) : 0;
  if (expires * 1_000 <= context.clock.now().getTime()) return false;
  const wanted = Buffer.from(sign(context.secret, path, query.viewer, expires));
  const given = Buffer.from(query.signature);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
