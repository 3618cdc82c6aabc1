import type { ErrorCode } from '../../contract/errors.ts';
import { photoMaxBytes } from '../../contract/limits.ts';
import { photoTypes } from '../../contract/photo-rules.ts';

/** Why a file need not even be sent; null when it may go. A file without a type is left to the server. */
export function faultOf(file: { type: string; size: number }): ErrorCode | null {
  if (file.type !== '' && !(photoTypes as readonly string[]).includes(file.type)) return 'photo.type';
  return file.size > photoMaxBytes ? 'photo.too-large' : null;
}

/** Own photos in a new order: the first is the main one, and those beyond the limit are hidden from others. */
export function renumbered<T extends { main: boolean; position: number; hidden: boolean }>(
  photos: readonly T[],
  max: number,
): T[] {
  return photos.map((photo, position) => ({ ...photo, position, main: position === 0, hidden: position >= max }));
}
