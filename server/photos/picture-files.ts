import type { AppContext } from '../context.ts';
import { type PictureOwner, type Variant, variants } from './rules.ts';

type StorageContext = Pick<AppContext, 'storage'>;

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

export async function removePictures(context: StorageContext, owner: PictureOwner): Promise<void> {
  await context.storage.removeAll(ownerKey(owner));
}

/** Removes the files of a picture that no row owns, or whose row leads the caller here again after a crash. */
export async function removePicture(context: StorageContext, owner: PictureOwner, photoId: PhotoId): Promise<void> {
  await context.storage.removeAll(storageKey(owner, photoId), variants.map(fileName));
}
