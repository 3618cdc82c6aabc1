import type { Language } from './languages.ts';

/** The size of the picture that is shown with a shared link, in pixels. */
export const sharePictureSize = { width: 1200, height: 630 };

/** The path of the picture for links to pages in a language. */
export function sharePicturePath(language: Language): string {
  return `/share-${language}.png`;
}
