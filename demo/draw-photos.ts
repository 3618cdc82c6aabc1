import sharp from 'sharp';

import type { AppContext } from '../server/context.ts';
import { savePhoto } from '../server/photos/save-photo.ts';
import { castMember } from './cast.ts';
import type { DemoMember } from './members.data.ts';
import { drawMoment } from './portraits/draw-moment.ts';
import { drawPortrait } from './portraits/draw-portrait.ts';
import { portraitOptions } from './portrait-options.ts';
import { listCast } from './queries.ts';

// Drawings are 480 × 600 at 72 dots per inch; this density yields the largest size that is stored.
const density = 144;

interface Missing {
  memberId: string;
  member: DemoMember;
  /** Index of the photo among the member's photos, from 0; photo 0 is the main one. */
  number: number;
}

/**
 * Draws the missing photos of the cast, all main photos first, and stores each like an uploaded photo. It draws one at
 * a time so that the site stays responsive. It ends early when `shouldStop` returns true, and the next start continues.
 * Returns the number of photos drawn.
 */
export async function drawPhotos(context: AppContext, shouldStop: () => boolean = () => false): Promise<number> {
  let drawn = 0;
  for (const { memberId, member, number } of await listMissing(context)) {
    if (shouldStop()) break;
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

/** Paints one photo as a JPEG. The portraits come first, the moments last. */
export async function paint(member: DemoMember, number: number): Promise<Uint8Array> {
  const { seed, moments, photos } = member;
  const moment = moments[number - (photos - moments.length)];
  const svg = moment ? drawMoment(moment, seed) : drawPortrait(seed, portraitOptions(member, number));
  return sharp(Buffer.from(svg), { density }).flatten({ background: '#ffffff' }).jpeg({ quality: 94 }).toBuffer();
}
