import type { Handler } from '../platform/handler.ts';

/** The settings of the site that the host, or a configured `?domain=`, chose (specification, sections 3 and 7). */
export const getSettings: Handler<'getSettings'> = async ({ domain }, { context, site, geoipCountry }) => {
  if (domain === undefined || domain === '') return site.settings;
  return (await context.siteOf(domain, domain, geoipCountry)).settings;
};
