import manropeLatin from '@fontsource-variable/manrope/files/manrope-latin-wght-normal.woff2?url';
import vollkornLatin from '@fontsource/vollkorn/files/vollkorn-latin-500-normal.woff2?url';

/** URLs of the two font files that the first paint needs, for `<link rel="preload" as="font" crossorigin>`. */
export const preloadedFonts: readonly string[] = [manropeLatin, vollkornLatin];
