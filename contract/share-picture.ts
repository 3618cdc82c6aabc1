import type { Language } from './languages.ts';

/** The size of the picture that is shown with a shared link, in pixels. */
export const sharePictureSize = { width: 1200, height: 630 };

/** The path of the picture for links to pages in a language. */
export function sharePicturePath(language: Language): string {
  return `/share-${language}.png`;
}

/** The path of the picture for links to a lander, by the slug of a niche and the language. */
export function landerPicturePath(lander: string, niche: string, language: string): string {
  return `/share/${lander}/${niche}/${language}.png`;
}
