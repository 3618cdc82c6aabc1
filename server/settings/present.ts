import type Type from 'typebox';

import type { Country } from '../../contract/platform/countries.ts';
import type { Settings } from '../../contract/settings/operations.ts';
import type { Say } from '../platform/sentences.ts';
import type { SiteSettings } from '../platform/site.ts';
import { isInEea, refundDaysIn } from './rules.ts';

/** The reader, on whom the settings depend as well as on the site. */
interface Reader {
  /** The country for prices and search. */
  selected: Country;
  /** The country in which the reader is known to be; null if it is only guessed from their language. */
  located: Country | null;
  say: Say;
}

/**
 * The settings of a site for one caller. Where the caller is decides whether EEA law applies; while that is unknown,
 * any country of the site may be theirs.
 */
export function presentSettings(
  settings: SiteSettings,
  { selected, located, say }: Reader,
): Type.Static<typeof Settings> {
  const where = located ? [located] : settings.countries;
  // In the EEA no setting may replace the label of fictional profiles.
  const word = (own: string, ours: string): string => (own === '' || where.some(isInEea) ? ours : own);
  return {
    ...settings,
    index_title: settings.index_title || say('landing.title', { name: settings.name }),
    description: settings.description || say('landing.description'),
    geoip_selected_country: settings.countries.includes(selected) ? selected : (settings.countries[0] ?? selected),
    refund_days: refundDaysIn(where, settings.refund_days),
    fictional_singular: word(settings.fictional_singular, say('common.fictional')),
    fictional_plural: word(settings.fictional_plural, say('common.fictional-plural')),
  };
}
