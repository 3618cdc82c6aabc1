import type { Handler } from '../platform/handler.ts';
import { countBounce } from './measured-visits.ts';

/**
 * Counts that a visitor left a page with `lb` (specification, sections 4 and 7). Anybody can send this, so bounces
 * never exceed the visits by the link in the caller's cookie.
 */
export const recordPageHidden: Handler<'recordPageHidden'> = async (_input, { context, site, member, visit }) => {
  if (!member) await countBounce(context, { site: site.key, tracking: visit.tracking });
  return null;
};
