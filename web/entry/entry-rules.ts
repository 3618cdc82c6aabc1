import type { Country } from '../../contract/countries.ts';
import { type Layout, type RouteName, routeOf } from '../route-table.ts';

/**
 * Where the warning on entry is shown, by layout (specification, section 2): everywhere, or only to visitors who are known
 * to be in one of these countries. Every page of the chat layout is for members only, who are not asked: its list is the
 * rule for the first one that visitors may open, and nobody meets it until then.
 */
const shownIn: Record<Layout, readonly Country[] | 'everywhere'> = {
  default: 'everywhere',
  lander: 'everywhere',
  empty: 'everywhere',
  chat: ['NL', 'DE'],
};

/** Pages that everybody may read: what the law asks for, how to keep the site away, and the answer to a no. */
const open: readonly RouteName[] = [
  'ban',
  'complaints',
  'cookies',
  'leave',
  'offline',
  'privacy',
  'return-policy',
  'service',
  'terms',
  'withdrawal-confirm',
];

/**
 * Whether a page asks a visitor for their age (specification, section 2). Not where a link from an e-mail leads: whoever
 * gets those has been asked.
 */
export function asksAge({
  name,
  setting,
  country,
  hasAnswered,
}: {
  name: RouteName;
  /** `enable_site_entry_popup`. */
  setting: 'yes' | 'no';
  /** Where the visitor is known to be. */
  country: Country | null;
  hasAnswered: boolean;
}): boolean {
  const { layout, hasToken } = routeOf(name);
  if (setting === 'no' || hasAnswered || layout === null || hasToken || open.includes(name)) return false;
  const countries = shownIn[layout];
  return countries === 'everywhere' || (country !== null && countries.includes(country));
}
