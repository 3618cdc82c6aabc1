import { hash } from 'node:crypto';
import { basename, dirname } from 'node:path/posix';

import type { Image } from '../../contract/members/operations.ts';
import { photoLinkLifetimeMinutes } from '../../contract/photos/limits.ts';
import type { AppContext } from '../context.ts';
import { minuteMs } from '../platform/clock.ts';
import { isSameSecret } from '../platform/hash.ts';
import { type PictureOwner, type Variant, variants } from './rules.ts';

type Signer = Pick<AppContext, 'secret' | 'clock'>;

const lifetimeMs = photoLinkLifetimeMinutes * minuteMs;
// Links made within the same half hour are identical, so that browsers can use their caches.
const roundMs = lifetimeMs / 2;
// 21 base64url characters of six bits each: 126 bits.
const signatureLength = 21;

/** Returns links valid for one viewer (null: a visitor), in their session, for 30 to 60 minutes. */
export function imageLinks(
  context: Signer,
  owner: PictureOwner,
  photoId: PhotoId,
  status: Image['status'],
  viewerId: MemberId | null,
): Image {
  const link = createLinker(context, owner, photoId, viewerId);
  return { filename: link('full'), match: link('match'), thumb_filename: link('thumb'), status };
}

export function blurredLink(context: Signer, owner: PictureOwner, photoId: PhotoId, viewerId: MemberId | null): string {
  return createLinker(context, owner, photoId, viewerId)('blurred');
}

function createLinker(context: Signer, owner: PictureOwner, photoId: PhotoId, viewerId: MemberId | null) {
  const expires = (Math.floor(context.clock.now().getTime() / roundMs) * roundMs + lifetimeMs) / 1_000;
  const picture = `${owner.kind}/${owner.id}/${photoId}`;
  const viewer = viewerId ?? '';
  const signature = sign(context.secret, picture, viewer, expires);
  return (variant: Variant) => `/media/${picture}/${variant}.webp?e=${expires}&v=${viewer}&s=${signature(variant)}`;
}

// A list of a thousand members has three thousand links, so one hash signs all sizes of a picture in a microsecond.
// SHA-3 with the key as prefix is a secure MAC: unlike SHA-2, it does not allow length extension.
function sign(secret: string, picture: string, viewer: string, expires: number): (variant: string) => string {
  const signatures = hash('sha3-512', `${secret}\nphoto\n${picture}\n${viewer}\n${expires}`, 'base64url');
  return (variant) => {
    const place = (variants as readonly string[]).indexOf(variant) * signatureLength;
    return signatures.slice(place, place + signatureLength);
  };
}

/** Checks a link. The path is `kind/owner/photo/variant`; an empty viewer is a visitor. */
export function isValidLink(context: Signer, path: string, query: Record<'viewer' | 'expires' | 'signature', string>) {
  const expires = /^\d{1,12}$/.test(query.expires) ? Number(query.expires) : 0;
  if (expires * 1_000 <= context.clock.now().getTime()) return false;
  const [picture, variant] = [dirname(path), basename(path)];
  const wanted = sign(context.secret, picture, query.viewer, expires)(variant);
  return wanted.length === signatureLength && isSameSecret(query.signature, wanted);
}
