import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Channels, type Sharp } from 'sharp';

import {
  photoMaxBytes,
  photoMaxInterlacedPixels,
  photoMaxMegabytes,
  photoMaxPixels,
  photoMaxShrunkPixels,
} from '../../contract/photos/limits.ts';
import type { photoTypes } from '../../contract/photos/photo-rules.ts';
import type { Upload } from '../../contract/photos/operations.ts';
import type { AppContext } from '../context.ts';
import { Failure, must, refuse } from '../platform/failure.ts';
import type { PictureOwner, Variant } from './rules.ts';
import { createWorkLimiter } from './work-limiter.ts';

type StorageContext = Pick<AppContext, 'storage'>;
/** One of our own pictures, or an upload. */
export type Picture = Uint8Array | Upload;
type Raw = { data: Buffer; info: { width: number; height: number; channels: Channels } };

// Pictures share the CPU with everything else: one thread each, two at a time, a very large one alone.
sharp.concurrency(1);
sharp.cache(false);
const decoding = createWorkLimiter(2, Number.POSITIVE_INFINITY);
// Only enough uploads to keep the decoder busy are in memory; the others wait on disk.
const loading = createWorkLimiter(4, 256 * 1024 * 1024);
// Visitors' pictures have a limiter of their own, so that members' photos never wait for them.
export const redrawing = createWorkLimiter(1, 12);
// Phones take photos of 24 megapixels.
const redrawnPixelsMax = 25_000_000;
const largePixels = 16_000_000;
const secondsMax = 4;

/** The decoder's name of each accepted media type; animated PNGs have a type of their own. */
const decoders = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
} as const satisfies Record<(typeof photoTypes)[number] | 'image/apng', string>;

const edgesPx = { full: 1_200, match: 800, thumb: 400 } as const;
// Twelve pixels, smoothly enlarged: the locked picture cannot be reconstructed from it.
const blurredDetailPx = 12;
const blurredEdgePx = 240;

/** The storage prefix of a picture's files; all pictures of one owner share a prefix. */
export function storageKey(owner: PictureOwner, photoId: string): string {
  return `${ownerKey(owner)}/${photoId}`;
}

function ownerKey({ kind, id }: PictureOwner): string {
  return `${kind}/${id.slice(0, 2)}/${id}`;
}

/**
 * Reads an uploaded picture (JPEG, PNG, WebP, first frame of a GIF), rotates it upright, and stores it re-encoded as
 * WebP in three sizes and blurred. Nothing of the original file, its metadata or its name is kept. Returns the size in
 * pixels of the largest stored picture.
 * Throws photo.type, photo.too-large, photo.unreadable, photo.pixels, photo.interlaced, request.busy.
 */
export async function storePicture(
  context: StorageContext,
  owner: PictureOwner,
  photoId: string,
  picture: Picture,
): Promise<{ width: number; height: number }> {
  const size = picture instanceof Uint8Array ? picture.byteLength : picture.size;
  must(size <= photoMaxBytes, 'photo.too-large', { megabytes: photoMaxMegabytes });
  return loading.run(1, size, async () => {
    const bytes = picture instanceof Uint8Array ? picture : await picture.read();
    return storeBytes(context, storageKey(owner, photoId), bytes);
  });
}

async function storeBytes(
  { storage }: StorageContext,
  key: string,
  bytes: Uint8Array,
): Promise<{ width: number; height: number }> {
  const format = await formatOf(bytes);
  const weight = (await readPixels(bytes, format, photoMaxPixels)) > largePixels ? 2 : 1;
  return decoding.run(weight, bytes.byteLength, async () => {
    const raw = await decode(bytes, edgesPx.full);
    for (const [variant, picture] of await encode(raw)) await storage.put(`${key}/${variant}.webp`, picture);
    return { width: raw.info.width, height: raw.info.height };
  });
}

/**
 * Re-encodes a visitor's picture as upright WebP without metadata, at most `edgePx` wide and high. Throws photo.type,
 * photo.unreadable, photo.pixels, photo.interlaced, and request.busy if a dozen are waiting.
 */
export async function redrawPicture(bytes: Uint8Array, edgePx: number): Promise<Buffer> {
  const format = await formatOf(bytes);
  return redrawing.run(1, 1, async () => {
    await readPixels(bytes, format, redrawnPixelsMax);
    const { data, info } = await decode(bytes, edgePx);
    return sharp(data, { raw: info }).webp({ quality: 80 }).toBuffer();
  });
}

async function formatOf(bytes: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(bytes);
  const format = found && (decoders as Partial<Record<string, string>>)[found.mime];
  must(format, 'photo.type');
  return format;
}

export async function removePictures(context: StorageContext, owner: PictureOwner): Promise<void> {
  await context.storage.removeAll(ownerKey(owner));
}

export async function removePicture(context: StorageContext, owner: PictureOwner, photoId: string): Promise<void> {
  await context.storage.removeAll(storageKey(owner, photoId));
}

function open(bytes: Uint8Array): Sharp {
  // One page: only the first frame of an animation is ever decoded.
  return sharp(bytes, { limitInputPixels: photoMaxShrunkPixels, failOn: 'error', pages: 1, sequentialRead: true });
}

/**
 * Checks the size stated in the header, so a decompression bomb is refused before any pixel is read. A single-scan
 * JPEG is decoded at an eighth of its size: 108 megapixels take 0.1 s and no more memory than a small one. A
 * progressive JPEG needs all its scans in memory: 300 MB. Interlaced PNGs have a lower limit, because they are decoded
 * in one step that the decoder's timeout cannot interrupt.
 */
async function readPixels(bytes: Uint8Array, format: string, pixelsMax: number): Promise<number> {
  const header = await sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: 1 })
    .metadata()
    .catch(() => refuse('photo.unreadable'));
  const pixels = (header.width ?? 0) * (header.height ?? 0);
  must(header.format === format && pixels > 0, 'photo.unreadable');
  const max = format === 'jpeg' && !header.isProgressive ? photoMaxShrunkPixels : pixelsMax;
  must(pixels <= max, 'photo.pixels', { megapixels: Math.floor(max / 1_000_000) });
  const isWhole = format === 'png' && header.isProgressive;
  must(!isWhole || pixels <= photoMaxInterlacedPixels, 'photo.interlaced', {
    megapixels: photoMaxInterlacedPixels / 1_000_000,
  });
  return pixels;
}

async function decode(bytes: Uint8Array, edgePx: number): Promise<Raw> {
  try {
    return await open(bytes)
      .rotate()
      .resize({ width: edgePx, height: edgePx, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .timeout({ seconds: secondsMax })
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch {
    throw new Failure('photo.unreadable');
  }
}

async function encode(raw: Raw): Promise<[Variant, Buffer][]> {
  const { width, height, channels } = raw.info;
  const copy = (): Sharp => sharp(raw.data, { raw: { width, height, channels } });
  const pictures: [Variant, Buffer][] = [];
  for (const [variant, edge] of Object.entries(edgesPx) as [Variant, number][]) {
    const sized = copy().resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });
    pictures.push([variant, await sized.webp({ quality: 80 }).toBuffer()]);
  }
  pictures.push(['blurred', await blur(copy(), width, height)]);
  return pictures;
}

async function blur(picture: Sharp, width: number, height: number): Promise<Buffer> {
  const scale = Math.max(width, height);
  const sized = (edge: number) => ({
    width: Math.max(1, Math.round((width / scale) * edge)),
    height: Math.max(1, Math.round((height / scale) * edge)),
    fit: 'fill' as const,
  });
  const tiny = await picture.resize(sized(blurredDetailPx)).png().toBuffer();
  return sharp(tiny)
    .resize({ ...sized(blurredEdgePx), kernel: 'cubic' })
    .blur(8)
    .webp({ quality: 60 })
    .toBuffer();
}
