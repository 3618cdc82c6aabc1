import sharp from 'sharp';

import type { AppContext } from '../server/context.ts';
import { savePhoto } from '../server/photos/save-photo.ts';
import { castMember } from './cast.ts';
import type { DemoMember } from './members.data.ts';
import { drawMoment } from './portraits/draw-moment.ts';
import { drawPortrait } from './portraits/draw-portrait.ts';
import { listCast } from './queries.ts';

// Drawings are 480 × 600 at 72 dots per inch: at this density they fill the largest size that is kept.
const density = 144;

interface Missing {
  memberId: string;
  member: DemoMember;
  /** Which of the member's pictures, from 0; the first is the main one. */
  number: number;
}

/**
 * Draws the pictures of the cast that are not kept yet, everybody's main one first, and sends each down the path of an
 * uploaded photo. One at a time, so that the site answers meanwhile. Ends early when `stops` says so; the next start
 * goes on where this one ended. Returns how many it drew.
 */
export async function drawPhotos(context: AppContext, stops: () => boolean = () => false): Promise<number> {
  let drawn = 0;
  for (const { memberId, member, number } of await listMissing(context)) {
    if (stops()) break;
    await savePhoto(context, memberId, await paint(member, number));
    drawn += 1;
  }
  return drawn;
}

async function listMissing(context: AppContext): Promise<Missing[]> {
  const rows = await context.database.all(listCast);
  const missing = rows.flatMap(({ member_id: memberId, email, photos }) => {
    const member = castMember(email);
    if (!member) return [];
    return Array.from({ length: Math.max(0, member.photos - photos) }, (_, index) => {
      return { memberId, member, number: photos + index };
    });
  });
  return missing.toSorted((a, b) => a.number - b.number);
}

/** One picture as JPEG: portraits first, the member's moments last. */
export async function paint(member: DemoMember, number: number): Promise<Uint8Array> {
  const { seed, gender, age, portrait, moments, photos } = member;
  const moment = moments[number - (photos - moments.length)];
  const svg = moment ? drawMoment(moment, seed) : drawPortrait(seed, { ...portrait, gender, age, shot: number });
  return sharp(Buffer.from(svg), { density }).flatten({ background: '#ffffff' }).jpeg({ quality: 94 }).toBuffer();
}
