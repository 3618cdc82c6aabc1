import type { Handler } from '../platform/handler.ts';

/** The settings of the site selected by the host or a configured `?domain=` (specification, sections 3 and 7). */
export const getSettings: Handler<'getSettings'> = async ({ domain }, { context, site, geoipCountry }) => {
  if (domain === undefined || domain === '') return site.settings;
  return (await context.sites.atHost(domain, geoipCountry)).site.settings;
};
