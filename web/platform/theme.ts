import type { NicheSlug } from '../../contract/settings/niches.ts';
import { writeCookie } from './storage/storage.ts';
import { grounds } from './grounds.data.ts';

export const themes = ['light', 'dark'] as const;

export type Theme = (typeof themes)[number];

export const themeCookieName = 'theme';
const cookieDays = 365;

/**
 * Returns the colors of the browser's toolbar in a niche: the chosen theme's, or one for each setting of the device.
 */
export function themeColors(theme: Theme | null, niche: NicheSlug): { content: string; media?: string }[] {
  const ground = grounds[niche];
  if (theme) return [{ content: ground[theme] }];
  return themes.map((one) => ({ content: ground[one], media: `(prefers-color-scheme: ${one})` }));
}

export function parseTheme(value: string | null | undefined): Theme | null {
  return themes.find((theme) => theme === value) ?? null;
}

export function currentTheme(): Theme | null {
  return parseTheme(document.documentElement.dataset['theme']);
}

/** Changes the theme. The cookie lets the server render pages in it from the start. */
export function chooseTheme(theme: Theme | null): void {
  const root = document.documentElement;
  if (theme) root.dataset['theme'] = theme;
  else delete root.dataset['theme'];
  writeCookie(themeCookieName, theme ?? '', theme ? cookieDays : 0);
  // The server writes only valid niches.
  const ground = grounds[(root.dataset['niche'] ?? 'default') as NicheSlug];
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = ground[theme ?? (meta.media.includes('dark') ? 'dark' : 'light')];
  }
}
