import type { Handler } from '../platform/handler.ts';
import { countBounce } from './count-visit.ts';

/**
 * Counts that a visitor left the page opened by a link with `lb` (specification, sections 4 and 7). Anybody can send
 * this, so bounces never exceed the visits by the link in the caller's cookie. Members are not counted.
 */
export const recordPageHidden: Handler<'recordPageHidden'> = async (_input, { context, site, member, tracking }) => {
  if (!member) await countBounce(context, { site: site.key, tracking });
  return null;
};
