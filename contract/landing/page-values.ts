import { sessionDays, localeCookieDays } from '../platform/limits.ts';
import type Type from 'typebox';

import {
  contractNoticeDays,
  inactiveMonths,
  inactiveWarningDays,
  mailRevertHours,
  reactivationWindowDays,
} from '../accounts/limits.ts';
import { draftsMax, freeConversationsStartedMax, freeMessagesVisibleMax } from '../chat/limits.ts';
import { startCreditsMonths } from '../credits/limits.ts';
import { debitOpenMinutes } from '../payments/limits.ts';
import { freePhotosMax, photoMaxMegabytes, premiumPhotosMax } from '../photos/limits.ts';
import { trackingKeptMonths } from '../sources/limits.ts';
import { complaintKeptMonths } from '../support/limits.ts';
import { declarationAnsweredKeptDays, declarationKeptYears } from '../withdrawal/limits.ts';
import type { CompanyInfo, Settings } from '../settings/operations.ts';
import { replyPrice } from '../chat/text-price.ts';

/**
 * Returns the values for static pages. The consent log stores a hash of them. `country` is a code, which pages replace.
 */
export function pageValues(
  settings: Omit<Type.Static<typeof Settings>, 'interests' | 'region_data'>,
  company: Type.Static<typeof CompanyInfo>,
) {
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
    start_months: startCreditsMonths,
    refund_days: settings.refund_days,
    email: settings.support_email,
    phone: settings.support_phone || company.support_phone,
    company: company.name,
    address: company.address,
    city: company.city,
    country: company.country,
    kvk: company.kvk,
    vat: company.vat_numbers.join(' · '),
    representative: company.representative || 'none',
    dispute_body: company.dispute_body || 'none',
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
    inactive_days: inactiveWarningDays,
    notice_days: contractNoticeDays,
    debit_hours: debitOpenMinutes / 60,
  };
}
