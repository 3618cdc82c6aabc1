import type Type from 'typebox';

import type { Country } from '../../contract/platform/countries.ts';
import type { Settings } from '../../contract/settings/operations.ts';
import type { Handler } from '../platform/handler.ts';
import type { Say } from '../platform/text/sentences.ts';
import type { SiteSettings } from '../platform/site.ts';
import { isInEea, refundDaysIn } from './rules.ts';

/**
 * Returns the public settings of the caller's site, or of a configured `?domain=` (specification, sections 3 and 7).
 */
export const getSettings: Handler<'getSettings'> = async ({ domain }, call) => {
  const { context, geoipCountry, member, country, language } = call;
  const named = domain !== undefined && domain !== '';
  const { settings } = named ? (await context.sites.atHost(domain, geoipCountry)).site : call.site;
  const say = context.sentences.in(language);
  return presentSettings(settings, { selected: country, located: member?.country ?? settings.geoip_country, say });
};

interface Reader {
  /** The country for prices and search. */
  selected: Country;
  /** The country in which the reader is known to be; null if it is only guessed from their language. */
  located: Country | null;
  say: Say;
}

/**
 * Presents the settings. The caller's place decides whether EEA law applies; while it is unknown, any country of the
 * site may be theirs.
 */
function presentSettings(settings: SiteSettings, { selected, located, say }: Reader): Type.Static<typeof Settings> {
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
