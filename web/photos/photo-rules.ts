import type { ErrorCode } from '../../contract/errors.ts';
import { photoMaxBytes, photoMaxMegabytes } from '../../contract/limits.ts';
import { photoTypes } from '../../contract/photo-rules.ts';
import type { Say } from '../sentences.tsx';

/** A file that was chosen, pasted or dropped. */
export type ChosenFile = Pick<File, 'type' | 'size' | 'name'>;

/** Why a file need not even be sent; null when it may go. A file without a type is left to the server. */
export function faultOf(file: Pick<File, 'type' | 'size'>): ErrorCode | null {
  if (file.type !== '' && !(photoTypes as readonly string[]).includes(file.type)) return 'photo.type';
  return file.size > photoMaxBytes ? 'photo.too-large' : null;
}

/** Some systems do not know the type of the photos that phones take. */
export function isHeic({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));
}

/** The same in words, with the way to a picture that can be sent. */
export function faultText(say: Say, file: ChosenFile): string | null {
  if (isHeic(file)) return say('photos.heic');
  const fault = faultOf(file);
  return fault && say(`errors.${fault}`, { megabytes: photoMaxMegabytes });
}

/** Own photos in a new order: the first is the main one, and those beyond the limit are hidden from others. */
export function renumbered<T extends { main: boolean; position: number; hidden: boolean }>(
  photos: readonly T[],
  max: number,
): T[] {
  return photos.map((photo, position) => ({ ...photo, position, main: position === 0, hidden: position >= max }));
}
