import type { Country } from '../../contract/platform/countries.ts';
import { type Layout, type RouteName, getRoute } from '../platform/route-table.ts';

/**
 * Where the entry warning is shown, by layout (specification, section 2): everywhere, or only to visitors who are
 * known to be in one of these countries. All pages of the chat layout are for members only, who are not asked, so its
 * list applies to nobody until visitors may open one.
 */
const shownIn: Record<Layout, readonly Country[] | 'everywhere'> = {
  default: 'everywhere',
  lander: 'everywhere',
  empty: 'everywhere',
  chat: ['NL', 'DE'],
};

/** Pages that everybody may read: legally required ones, how to block the site, and the page after a no. */
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
 * True if a page asks for the age (specification, section 2). Pages to which emails link do not: the readers of those
 * emails were asked.
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
  /** The visitor's country, if known. */
  country: Country | null;
  hasAnswered: boolean;
}): boolean {
  const { layout, hasToken } = getRoute(name);
  if (setting === 'no' || hasAnswered || layout === null || hasToken || open.includes(name)) return false;
  const countries = shownIn[layout];
  return countries === 'everywhere' || (country !== null && countries.includes(country));
}
