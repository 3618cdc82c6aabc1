import type { Language } from '../platform/languages.ts';

/** The size of a share picture in pixels. */
export const sharePictureSize = { width: 1200, height: 630 };

export function sharePicturePath(language: Language): string {
  return `/share-${language}.png`;
}

export function landerPicturePath(lander: string, niche: string, language: string): string {
  return `/share/${lander}/${niche}/${language}.png`;
}
