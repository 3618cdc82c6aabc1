import sharp from 'sharp';

import { freePhotosMax } from '../../contract/photos/limits.ts';
import type { BenchApp } from './app.ts';
import type { SignedUpMember } from './demo-site.ts';

/** Generates a picture with photographic noise, because a smooth one would be small and fast to decode. */
export async function drawPhoto([width, height]: [number, number]): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 24 } as const;
  const grain = sharp({ create: { width, height, channels: 3, background: '#808080', noise } });
  return grain.blur(1.2).jpeg({ quality: 85 }).toBuffer();
}

/** Uploads a photo to a free member's profile, after deleting all photos if the limit is reached. */
export async function uploadPhoto(app: BenchApp, member: SignedUpMember, photo: Buffer): Promise<void> {
  const body = new FormData();
  body.set('photo', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  const origin = `http://${app.host}:${app.port}`;
  const answer = await fetch(`${origin}/api/photo.php`, {
    method: 'POST',
    headers: { origin, cookie: member.cookie },
    body,
  });
  if (!answer.ok) throw new Error(`an upload was answered with ${answer.status}: ${await answer.text()}`);
  const { photos } = (await answer.json()) as { photos: { id: string }[] };
  if (photos.length < freePhotosMax) return;
  for (const { id } of photos) await member.call('deletePhoto', { id });
}
