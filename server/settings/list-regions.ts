import type { Handler } from '../platform/handler.ts';

/** Lists the first-level regions of every country of the site. */
export const listRegions: Handler<'listRegions'> = async (_input, { site }) => ({ regions: site.settings.region_data });
