import type { Language } from '../platform/languages.ts';

/** Size of the preview picture of a shared link, in pixels. */
export const sharePictureSize = { width: 1200, height: 630 };

/** Returns the path of the preview picture for pages in a language. */
export function sharePicturePath(language: Language): string {
  return `/share-${language}.png`;
}

/** Returns the path of the preview picture for a lander, by niche slug and language. */
export function landerPicturePath(lander: string, niche: string, language: string): string {
  return `/share/${lander}/${niche}/${language}.png`;
}
