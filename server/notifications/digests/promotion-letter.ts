import { isCountry } from '../../../contract/platform/countries.ts';
import { digestRules } from '../../../contract/notifications/notification-rules.ts';
import { findPromotion } from '../../discounts/find-promotion.ts';
import { findSpending } from '../../payments/spending/find-spending.ts';
import { after, hourMs } from '../../platform/clock.ts';
import { formatIn } from '../../platform/format.ts';
import { type DigestCall, digestLetter } from './digest-letter.ts';
import { findAbout, findRecipient } from './queries.ts';

/**
 * A discount of the member's own: its percentage, its scope, and its end. Not sent if the discount was used or ends
 * soon, if nothing is sold, or if the member's spending limit allows no order.
 */
export const promotion = digestLetter('promotions', async (call) => {
  const { say, language, zone } = call;
  const offer = await findOwn(call);
  if (!offer) return null;
  const { discount, percentage } = offer;
  const { code, expires, minimum, currency, scope } = discount;
  const format = formatIn(language);
  const percent = format.percent(percentage * 100);
  return {
    paragraphs: [
      scope === null ? say('mail.promotions.first', { percent }) : say('mail.promotions.code', { percent, code }),
      ...(minimum > 0 && currency ? [say('mail.promotions.minimum', { amount: format.money(minimum, currency) })] : []),
      expires ? say('mail.promotions.until', { until: format.minute(expires, zone) }) : say('mail.promotions.no-end'),
    ],
    notes: [say('mail.promotions.lowest')],
    path: '/credits',
  };
});

async function findOwn({
  context,
  site,
  memberId,
  reader,
  id: openedOn,
}: DigestCall): ReturnType<typeof findPromotion> {
  const { database, clock } = context;
  const planned = await database.first(findAbout, { memberId, kind: 'promotions', openedOn });
  const recipient = await database.first(findRecipient, { memberId });
  const { country } = reader;
  if (!planned?.about || !recipient || !isCountry(country)) return null;
  const { email, paid, signup_at: signupAt } = recipient;
  const offer = await findPromotion(
    { context, site, member: { id: memberId, email, paid, signupAt } },
    planned.about,
    country,
  );
  const soon = after(clock.now(), digestRules.offerHours * hourMs);
  if (!offer || (offer.discount.expires && offer.discount.expires <= soon)) return null;
  const { left } = await findSpending(context, { id: memberId, country });
  return left !== null && left < offer.from ? null : offer;
}
