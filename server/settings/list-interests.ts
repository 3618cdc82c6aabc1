import type { Handler } from '../platform/handler.ts';

/** Lists the interests that members of this site can choose; explicit ones only if the niche allows them. */
export const listInterests: Handler<'listInterests'> = async (_input, { site }) => ({
  interests: site.settings.interests,
});
