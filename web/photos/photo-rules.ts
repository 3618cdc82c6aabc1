import type { ErrorCode } from '../../contract/errors.ts';
import { photoUploadMaxBytes } from '../../contract/limits.ts';

/** What the file picker offers; the server judges the content itself. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/** Why a file need not even be sent; null when it may go. A file without a type is left to the server. */
export function faultOf(file: { type: string; size: number }): ErrorCode | null {
  if (file.type !== '' && !(acceptedTypes as readonly string[]).includes(file.type)) return 'photo.type';
  return file.size > photoUploadMaxBytes ? 'photo.too-large' : null;
}

/** The list with one entry at another place, counted from 0 and cut to the ends; the others keep their order. */
export function moved<T extends { id: string }>(list: readonly T[], id: string, place: number): T[] {
  const entry = list.find((one) => one.id === id);
  if (!entry) return [...list];
  const others = list.filter((one) => one !== entry);
  const at = Math.max(0, Math.min(place, others.length));
  return [...others.slice(0, at), entry, ...others.slice(at)];
}

/** Own photos in a new order: the first is the main one, and those beyond the limit are hidden from others. */
export function renumbered<T extends { main: boolean; position: number; hidden: boolean }>(
  photos: readonly T[],
  max: number,
): T[] {
  return photos.map((photo, position) => ({ ...photo, position, main: position === 0, hidden: position >= max }));
}
