import { useSuspenseQuery } from '@tanstack/react-query';

import {
  complaintKeptMonths,
  debitOpenMinutes,
  declarationAnsweredKeptDays,
  declarationKeptYears,
  draftsMax,
  freeConversationsStartedMax,
  freeMessagesVisibleMax,
  freePhotosMax,
  inactiveMonths,
  inactiveNoticeDays,
  localeCookieDays,
  mailRevertHours,
  photoMaxMegabytes,
  premiumPhotosMax,
  reactivationWindowDays,
  sessionDays,
  trackingKeptMonths,
} from '../../contract/limits.ts';
import { methodsRefundedByHand } from '../../contract/payment-methods.ts';
import { replyPrice } from '../../contract/text-price.ts';
import { methodName } from '../method-name.ts';
import { useSay } from '../sentences.tsx';
import { useFormat } from '../format.ts';
import { companyQuery, settingsQuery } from '../queries.ts';

/** Values for the sentences of static pages: prices, limits and the company. */
export function usePageValues(): Record<string, string | number> {
  const format = useFormat();
  const say = useSay();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { data: company } = useSuspenseQuery(companyQuery);
  return {
    name: settings.name,
    domain: settings.domain,
    age: settings.min_age,
    message: settings.message_credits,
    reply: replyPrice(settings),
    unread_days: settings.unread_return_days,
    photo: settings.photo_credits,
    gift: settings.gift_credits,
    signup: settings.signup_credits,
    refund_days: settings.refund_days,
    methods: methodsRefundedByHand.map((id) => methodName(say, id)).join(', '),
    email: settings.support_email,
    phone: settings.support_phone || company.support_phone,
    company: company.name,
    address: company.address,
    city: company.city,
    country: format.country(company.country),
    kvk: company.kvk,
    vat: company.vat_numbers.join(', '),
    mark: settings.fictional_singular,
    marks: settings.fictional_plural,
    free_photos: freePhotosMax,
    premium_photos: premiumPhotosMax,
    free_chats: freeConversationsStartedMax,
    free_messages: freeMessagesVisibleMax,
    photo_mb: photoMaxMegabytes,
    session_days: sessionDays,
    locale_days: localeCookieDays,
    reactivation_days: reactivationWindowDays,
    declaration_years: declarationKeptYears,
    declaration_days: declarationAnsweredKeptDays,
    complaint_months: complaintKeptMonths,
    drafts_max: draftsMax,
    revert_hours: mailRevertHours,
    tracking_months: trackingKeptMonths,
    inactive_months: inactiveMonths,
    inactive_days: inactiveNoticeDays,
    debit_hours: debitOpenMinutes / 60,
  };
}
