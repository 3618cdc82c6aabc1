import type { Handler } from '../platform/handler.ts';
import { countBounce } from './count-visit.ts';

/**
 * A visitor left the page that a link with `lb` had opened (specification, sections 4 and 7). Anybody can send this: it
 * counts at most as many as there were visits by the link in the caller's cookie. Members are not counted.
 */
export const notePageHidden: Handler<'notePageHidden'> = async (_input, { context, site, member, tracking }) => {
  if (!member) await countBounce(context, { site: site.key, tracking });
  return null;
};
