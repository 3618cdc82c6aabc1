import type { Handler } from '../platform/handler.ts';
import { presentSettings } from './present.ts';

/** The public settings of the caller's site, or of a configured `?domain=` (specification, sections 3 and 7). */
export const getSettings: Handler<'getSettings'> = async ({ domain }, call) => {
  const { context, geoipCountry, member, country, language } = call;
  const named = domain !== undefined && domain !== '';
  const { settings } = named ? (await context.sites.atHost(domain, geoipCountry)).site : call.site;
  const say = context.sentences.in(language);
  return presentSettings(settings, { selected: country, located: member?.country ?? settings.geoip_country, say });
};
