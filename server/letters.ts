import { termsLetter } from './accounts/terms/terms-letter.ts';
import { inactiveClosedLetter, inactiveLetter } from './accounts/leaving/inactive-letter.ts';
import { addressLetters } from './accounts/address/letters.ts';
import type { Letters } from './accounts/letters.ts';
import {
  declarationConfirm,
  declarationReceived,
  withdrawalByHand,
  withdrawalFailed,
  withdrawalReceived,
} from './payments/withdrawal/letters.ts';
import { offerUsed } from './payments/withdrawal/offer-used.ts';
import { serviceNews } from './notifications/digests/news-letter.ts';
import { promotion } from './notifications/digests/promotion-letter.ts';
import { accountReminder } from './notifications/digests/reminder-letter.ts';
import { unreadReminder, weeklyUpdate } from './notifications/digests/waiting-letters.ts';
import { exportReady } from './export/export-ready.ts';
import { noticeLetter } from './notifications/notice-letter.ts';
import { debitMandate } from './payments/debit/debit-mandate.ts';
import { orderConfirmation } from './payments/order-confirmation.ts';
import { creditNote } from './payments/receipts/credit-note.ts';
import { complaintAnswered, complaintClosed, complaintReceived } from './support/letters.ts';
import { measureLifted, statementOfReasons } from './support/statement-letter.ts';
import { transferInstructions } from './payments/transfer-instructions.ts';

/** The emails of the other modules, and those that go to an address other than the account's. */
export const letters: Letters = {
  ...addressLetters,
  inactive: inactiveLetter,
  'inactive-closed': inactiveClosedLetter,
  'terms-change': termsLetter,
  notice: noticeLetter,
  unread_message_reminders: unreadReminder,
  weekly_updates: weeklyUpdate,
  reminders: accountReminder,
  promotions: promotion,
  news: serviceNews,
  'export-ready': exportReady,
  'debit-mandate': debitMandate,
  'order-confirmation': orderConfirmation,
  'credit-note': creditNote,
  'withdrawal-received': withdrawalReceived,
  'withdrawal-by-hand': withdrawalByHand,
  'withdrawal-failed': withdrawalFailed,
  'offer-used': offerUsed,
  'declaration-received': declarationReceived,
  'declaration-confirm': declarationConfirm,
  'complaint-received': complaintReceived,
  'complaint-answered': complaintAnswered,
  'complaint-closed': complaintClosed,
  'statement-of-reasons': statementOfReasons,
  'measure-lifted': measureLifted,
  'transfer-instructions': transferInstructions,
};
