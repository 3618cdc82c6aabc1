import type { Language } from '../../contract/platform/languages.ts';
import { resolveNicheSlug } from '../../contract/settings/niches.ts';
import { type RouteName, pathTo } from '../platform/pages/route-table.ts';
import { loadSentences, sentencesIn } from '../platform/sentences/sentences.tsx';
import { nicheColors } from '../ui/niche-colors.ts';
import niches from '../ui/niches.css?raw';
import tokens from '../ui/tokens.css?raw';
import { photoTypes } from '../../contract/photos/photo-rules.ts';
import { iconPath } from './icon-path.ts';
import { shareFields } from '../chat/share/shared.ts';

export interface SiteOfApp {
  name: string;
  niche: number;
  /** The description in the site's own language; if empty, a default sentence in the reader's language is used. */
  description: string;
  domain_language: string | null;
}

const shortcuts = [
  ['chats', 'shell.messages'],
  ['likes', 'shell.likes'],
  ['members', 'shell.search'],
] as const satisfies readonly (readonly [RouteName, string])[];

/** Writes `/manifest.webmanifest`: the installed app of a site, in one language and the colors of its niche. */
export async function manifest(site: SiteOfApp, language: Language): Promise<string> {
  await loadSentences(language, ['common', 'shell', 'landing']);
  const say = (id: string): string => sentencesIn(language, null)._(id);
  const niche = resolveNicheSlug(site.niche, undefined);
  const [page] = nicheColors(tokens, niches, niche)('page');
  const icon = (size: number, purpose: 'any' | 'maskable' = 'any') => ({
    src: `/${iconPath(niche, size, purpose)}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const own = site.description !== '' && language === site.domain_language;
  return JSON.stringify({
    id: '/',
    name: site.name,
    short_name: site.name,
    description: own ? site.description : say('landing.description'),
    lang: language,
    dir: 'ltr',
    start_url: pathTo('members'),
    scope: '/',
    display: 'standalone',
    background_color: page,
    theme_color: page,
    categories: ['social', 'lifestyle'],
    icons: [icon(192), icon(512), icon(192, 'maskable'), icon(512, 'maskable')],
    share_target: {
      action: pathTo('shared'),
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: shareFields.title,
        text: shareFields.text,
        url: shareFields.url,
        files: [{ name: shareFields.photo, accept: photoTypes }],
      },
    },
    shortcuts: shortcuts.map(([route, label]) => ({ name: say(label), url: pathTo(route), icons: [icon(192)] })),
  });
}
