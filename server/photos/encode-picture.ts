import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';

import { photoMaxInterlacedPixels, photoMaxPixels, photoMaxShrunkPixels } from '../../contract/photos/limits.ts';
import type { photoTypes } from '../../contract/photos/photo-rules.ts';
import { Failure, must, refuse } from '../platform/failure.ts';
import { createWorkLimiter } from '../platform/work-limiter.ts';
import type { Variant } from './rules.ts';

// Pictures share the CPU with everything else: one thread each, two at a time, a very large one alone.
sharp.concurrency(1);
sharp.cache(false);
const decoding = createWorkLimiter(2, Number.POSITIVE_INFINITY);
// Visitors' pictures have their own limiter: members' photos never wait for them.
export const redrawing = createWorkLimiter(1, 12);
// Phones take photos of 24 megapixels.
const redrawnPixelsMax = 25_000_000;
const largePixels = 16_000_000;
const secondsMax = 4;

/** The accepted formats and their decoders. Animated PNGs have a media type of their own. */
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

/**
 * Encodes a picture upright as WebP, in three sizes and blurred. `store` writes them before another picture is decoded
 * in its place. Returns the size in pixels of the largest one. Throws photo.type, photo.unreadable, photo.pixels,
 * photo.interlaced.
 */
export async function encodePicture(
  bytes: Uint8Array,
  store: (pictures: readonly [Variant, Buffer][]) => Promise<void>,
): Promise<{ width: number; height: number }> {
  const format = await detectFormat(bytes);
  const weight = (await readPixels(bytes, format, photoMaxPixels)) > largePixels ? 2 : 1;
  return decoding(weight, bytes.byteLength, async () => {
    const raw = await decode(bytes, edgesPx.full);
    await store(await encode(raw));
    return { width: raw.info.width, height: raw.info.height };
  });
}

/**
 * Encodes a visitor's picture again, as upright WebP without metadata. Throws photo.type, photo.unreadable,
 * photo.pixels, photo.interlaced, and request.busy if a dozen are waiting.
 */
export async function redrawPicture(bytes: Uint8Array, edgePx: number): Promise<Buffer> {
  const format = await detectFormat(bytes);
  return redrawing(1, 1, async () => {
    await readPixels(bytes, format, redrawnPixelsMax);
    const { data, info } = await decode(bytes, edgePx);
    return sharp(data, { raw: info }).webp({ quality: 80 }).toBuffer();
  });
}

async function detectFormat(bytes: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(bytes);
  const format = found && (decoders as Partial<Record<string, string>>)[found.mime];
  must(format, 'photo.type');
  return format;
}

/**
 * Reads the number of pixels from the header, and refuses a decompression bomb before any pixel is read. A single-scan
 * JPEG is decoded at an eighth of its size: 108 megapixels take 0.1 s. A progressive one needs all its scans in memory:
 * 300 MB. Interlaced PNGs have a lower limit: they are decoded in one step that the decoder's timeout cannot interrupt.
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

async function decode(bytes: Uint8Array, edgePx: number) {
  // One page means that only the first frame of an animation is decoded.
  const options = { limitInputPixels: photoMaxShrunkPixels, failOn: 'error', pages: 1, sequentialRead: true } as const;
  try {
    return await sharp(bytes, options)
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

async function encode({ data, info }: Awaited<ReturnType<typeof decode>>): Promise<[Variant, Buffer][]> {
  const copy = (): Sharp => sharp(data, { raw: info });
  const pictures: [Variant, Buffer][] = [];
  for (const [variant, edge] of Object.entries(edgesPx) as [Variant, number][]) {
    const sized = copy().resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });
    pictures.push([variant, await sized.webp({ quality: 80 }).toBuffer()]);
  }
  pictures.push(['blurred', await blur(copy(), info)]);
  return pictures;
}

async function blur(picture: Sharp, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const scale = Math.max(width, height);
  const buildSize = (edge: number) => ({
    width: Math.max(1, Math.round((width / scale) * edge)),
    height: Math.max(1, Math.round((height / scale) * edge)),
    fit: 'fill' as const,
  });
  const tiny = await picture.resize(buildSize(blurredDetailPx)).png().toBuffer();
  return sharp(tiny)
    .resize({ ...buildSize(blurredEdgePx), kernel: 'cubic' })
    .blur(8)
    .webp({ quality: 60 })
    .toBuffer();
}
