import { photoMaxBytes, photoMaxMegabytes } from '../../contract/photos/limits.ts';
import { photoTypes } from '../../contract/photos/photo-rules.ts';
import type { Say } from '../platform/sentences/sentences.tsx';

export type ChosenFile = Pick<File, 'type' | 'size' | 'name'>;

export type FileFault = 'heic' | 'type' | 'too-large';

/** Returns why a file cannot be sent; null if it can. A file without a type is left to the server. */
export function findFileFault(file: ChosenFile): FileFault | null {
  if (isHeic(file)) return 'heic';
  if (file.type !== '' && !(photoTypes as readonly string[]).includes(file.type)) return 'type';
  return file.size > photoMaxBytes ? 'too-large' : null;
}

/** True for a photo as phones take them, whose type some systems do not know. */
function isHeic({ type, name }: Pick<File, 'type' | 'name'>): boolean {
  return /^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));
}

/** Returns the sentence of a fault. It needs the part `photos`. */
export function faultText(say: Say, fault: FileFault): string {
  return fault === 'heic' ? say('photos.heic') : say(`errors.photo.${fault}`, { megabytes: photoMaxMegabytes });
}

/**
 * Returns a pasted file; undefined if text is meant: spreadsheets paste a picture beside their text, file managers the
 * name of the file.
 */
export function pastedFile(clipboard: DataTransfer): File | undefined {
  const [file] = clipboard.files;
  const words = clipboard.getData('text/plain');
  return words === '' || words === file?.name ? file : undefined;
}

/** Renumbers photos in a new order: the first is the main one, and those beyond the limit are hidden from others. */
export function renumber<T extends { main: boolean; position: number; hidden: boolean }>(
  photos: readonly T[],
  max: number,
): T[] {
  return photos.map((photo, position) => ({ ...photo, position, main: position === 0, hidden: position >= max }));
}
