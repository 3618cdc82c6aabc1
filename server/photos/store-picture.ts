import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';

import {
  photoMaxBytes,
  photoMaxInterlacedPixels,
  photoMaxMegabytes,
  photoMaxPixels,
  photoMaxShrunkPixels,
} from '../../contract/photos/limits.ts';
import type { Upload } from '../../contract/photos/operations.ts';
import type { photoTypes } from '../../contract/photos/photo-rules.ts';
import type { AppContext } from '../context.ts';
import { after, dayMs } from '../platform/clock.ts';
import type { Transaction } from '../platform/database/database.ts';
import { Failure, must, refuse } from '../platform/failure.ts';
import { type FormLimits, textBodyMaxBytes } from '../platform/http/bodies.ts';
import { claimUnowned, deleteUnowned, insertUnowned } from './queries.ts';
import { type PictureOwner, type Variant, variants } from './rules.ts';

/** The form of a photo: the file, with boundaries and headers of the parts and the fields beside it. */
export const photoForm: FormLimits = {
  bytes: photoMaxBytes + 2 * textBodyMaxBytes,
  fileBytes: photoMaxBytes,
  files: 1,
  stored: 1,
  refusal: () => new Failure('photo.too-large', { megabytes: photoMaxMegabytes }),
};

type StorageContext = Pick<AppContext, 'storage'>;
type WriteContext = StorageContext & Pick<AppContext, 'database' | 'clock'>;
export type Picture = Uint8Array | Upload;

/**
 * Creates a weighted semaphore that runs work in order of arrival. `waitingMax` is in bytes, or in items of size 1.
 * Throws request.busy if more is waiting.
 */
export function createWorkLimiter(units: number, waitingMax: number) {
  let free = units;
  let waitingSize = 0;
  const waiting: { weight: number; start: () => void }[] = [];
  const startNext = (): void => {
    for (let next = waiting[0]; next && next.weight <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.weight;
      next.start();
    }
  };
  return async <T>(weight: number, size: number, work: () => Promise<T>): Promise<T> => {
    if (waitingSize + size > waitingMax) throw new Failure('request.busy');
    waitingSize += size;
    await new Promise<void>((start) => {
      waiting.push({ weight, start });
      startNext();
    });
    waitingSize -= size;
    try {
      return await work();
    } finally {
      free += weight;
      startNext();
    }
  };
}

// Pictures share the CPU with everything else: one thread each, two at a time, a very large one alone.
sharp.concurrency(1);
sharp.cache(false);
const decoding = createWorkLimiter(2, Number.POSITIVE_INFINITY);
// The decoder stays busy with these uploads in memory; the others wait on disk.
const loading = createWorkLimiter(4, 256 * 1024 * 1024);
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

export function storageKey(owner: PictureOwner, photoId: PhotoId): string {
  return `${ownerKey(owner)}/${photoId}`;
}

function fileName(variant: Variant): string {
  return `${variant}.webp`;
}

export function fileKey(owner: PictureOwner, photoId: PhotoId, variant: Variant): string {
  return `${storageKey(owner, photoId)}/${fileName(variant)}`;
}

function ownerKey({ kind, id }: PictureOwner): string {
  return `${kind}/${id.slice(0, 2)}/${id}`;
}

/**
 * Stores an uploaded picture (JPEG, PNG, WebP, first frame of a GIF) upright as WebP in three sizes and blurred.
 * Nothing of the original file, its metadata or its name is kept. The nightly sweep removes the files a day later,
 * unless `claimPicture` is called in the transaction of the row that owns them. Returns the size in pixels of the
 * largest one. Throws photo.type, photo.too-large, photo.unreadable, photo.pixels, photo.interlaced, request.busy.
 */
export async function storePicture(
  context: WriteContext,
  owner: PictureOwner,
  photoId: PhotoId,
  picture: Picture,
): Promise<{ width: number; height: number }> {
  const size = picture instanceof Uint8Array ? picture.byteLength : picture.size;
  must(size <= photoMaxBytes, 'photo.too-large', { megabytes: photoMaxMegabytes });
  return loading(1, size, async () => {
    const bytes = picture instanceof Uint8Array ? picture : await picture.read();
    return storeBytes(context, owner, photoId, bytes);
  });
}

async function storeBytes(context: WriteContext, owner: PictureOwner, photoId: PhotoId, bytes: Uint8Array) {
  const format = await detectFormat(bytes);
  const weight = (await readPixels(bytes, format, photoMaxPixels)) > largePixels ? 2 : 1;
  return decoding(weight, bytes.byteLength, async () => {
    const raw = await decode(bytes, edgesPx.full);
    await putFiles(context, owner, photoId, await encode(raw));
    return { width: raw.info.width, height: raw.info.height };
  });
}

async function putFiles(
  context: WriteContext,
  owner: PictureOwner,
  photoId: PhotoId,
  pictures: readonly [Variant, Buffer][],
): Promise<void> {
  await context.database.transaction((tx) => notePicture(context, tx, owner, photoId));
  try {
    for (const [variant, picture] of pictures) await context.storage.put(fileKey(owner, photoId, variant), picture);
  } catch (error) {
    // The note stays: a request that seems to have failed may still arrive at a bucket.
    await removePicture(context, owner, photoId);
    throw error;
  }
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

export async function removePictures(context: StorageContext, owner: PictureOwner): Promise<void> {
  await context.storage.removeAll(ownerKey(owner));
}

/** Removes the files of a picture that no row owns, or whose row leads the caller here again after a crash. */
export async function removePicture(context: StorageContext, owner: PictureOwner, photoId: PhotoId): Promise<void> {
  await context.storage.removeAll(storageKey(owner, photoId), variants.map(fileName));
}

/** Notes that a picture may have files but no row that owns them. */
async function notePicture(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Transaction,
  { kind, id: ownerId }: PictureOwner,
  photoId: PhotoId,
): Promise<void> {
  await tx.run(insertUnowned, { photoId, kind, ownerId, now: clock.now() });
}

/** The nightly sweep removes the files of notes that are older. */
export const graceMs = dayMs;

/**
 * Belongs into the transaction that stores the row that owns the picture. Throws if the note is half as old as the
 * sweep requires: a process that was stopped for so long could otherwise commit a row whose files are being removed.
 */
export async function claimPicture(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Transaction,
  photoId: PhotoId,
): Promise<void> {
  const claimed = await tx.run(claimUnowned, { photoId, after: after(clock.now(), -graceMs / 2) });
  if (claimed === 0) throw new Error('the files of a picture may have been removed');
}

/** Removes the files of a picture that no row owns, then the note that leads the nightly sweep to them. */
export async function discardPicture(
  context: StorageContext & Pick<AppContext, 'database'>,
  owner: PictureOwner,
  photoId: PhotoId,
): Promise<void> {
  await removePicture(context, owner, photoId);
  await context.database.transaction((tx) => tx.run(deleteUnowned, { photoId }));
}

/** Belongs into the transaction that removes the row that owns the picture, whose files are removed after it. */
export async function disownPicture(
  context: WriteContext,
  tx: Transaction,
  owner: PictureOwner,
  photoId: PhotoId,
): Promise<void> {
  await notePicture(context, tx, owner, photoId);
  tx.afterCommit(() => discardPicture(context, owner, photoId));
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
