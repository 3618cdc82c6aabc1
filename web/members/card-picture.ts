import type { Image } from '../../contract/members/operations.ts';

/** The picture of a member's card, with the sizes at which a search shows it. */
export function cardPicture(
  prefix: string,
  { thumb_filename: thumb, match }: Pick<Image, 'thumb_filename' | 'match'>,
): { src: string; srcSet: string; sizes: string } {
  return {
    src: prefix + thumb,
    srcSet: `${prefix}${thumb} 320w, ${prefix}${match} 640w`,
    sizes: '(min-width: 75rem) 200px, (min-width: 62rem) 23vw, (min-width: 36rem) 31vw, 46vw',
  };
}
