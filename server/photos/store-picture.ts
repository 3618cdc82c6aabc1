import { photoMaxBytes, photoMaxMegabytes } from '../../contract/photos/limits.ts';
import type { Upload } from '../../contract/photos/operations.ts';
import type { AppContext } from '../context.ts';
import { Failure, must } from '../platform/failure.ts';
import { type FormLimits, textBodyMaxBytes } from '../platform/http/bodies.ts';
import { createWorkLimiter } from '../platform/work-limiter.ts';
import { encodePicture } from './encode-picture.ts';
import { fileKey, removePicture } from './picture-files.ts';
import type { PictureOwner, Variant } from './rules.ts';
import { notePicture } from './unowned-pictures.ts';

/** The form of a photo: the file, with boundaries and headers of the parts and the fields beside it. */
export const photoForm: FormLimits = {
  bytes: photoMaxBytes + 2 * textBodyMaxBytes,
  fileBytes: photoMaxBytes,
  files: 1,
  stored: 1,
  refusal: () => new Failure('photo.too-large', { megabytes: photoMaxMegabytes }),
};

type WriteContext = Pick<AppContext, 'storage' | 'database' | 'clock'>;
export type Picture = Uint8Array | Upload;

// The decoder stays busy with these uploads in memory; the others wait on disk.
const loading = createWorkLimiter(4, 256 * 1024 * 1024);

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
    return encodePicture(bytes, (pictures) => putFiles(context, owner, photoId, pictures));
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
