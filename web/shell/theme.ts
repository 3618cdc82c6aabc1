export const themes = ['light', 'dark'] as const;

/** Light or dark where a visitor chose one; null follows the device. */
export type Theme = (typeof themes)[number];

const cookieName = 'theme';
const cookieDays = 365;
const grounds: Record<Theme, string> = { light: '#F5F6F1', dark: '#0B1B1C' };

/** The bars of the browser around the page: one colour for a chosen theme, else one for each state of the device. */
export function themeColors(theme: Theme | null): { content: string; media?: string }[] {
  if (theme) return [{ content: grounds[theme] }];
  return themes.map((one) => ({ content: grounds[one], media: `(prefers-color-scheme: ${one})` }));
}

export function themeOf(value: string | null | undefined): Theme | null {
  return themes.find((theme) => theme === value) ?? null;
}

/** The theme of the page as it stands. */
export function currentTheme(): Theme | null {
  return themeOf(document.documentElement.dataset['theme']);
}

/** Shows the page in a theme from now on. The cookie lets the server write it into the first byte of each page. */
export function chooseTheme(theme: Theme | null): void {
  const root = document.documentElement;
  if (theme) root.dataset['theme'] = theme;
  else delete root.dataset['theme'];
  const secure = location.protocol === 'https:' ? '; secure' : '';
  const life = theme ? cookieDays * 86_400 : 0;
  document.cookie = `${cookieName}=${theme ?? ''}; path=/; max-age=${life}; samesite=lax${secure}`;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = grounds[theme ?? (meta.media.includes('dark') ? 'dark' : 'light')];
  }
}
