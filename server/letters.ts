import type { Letters } from './accounts/letters.ts';
import {
  declarationConfirm,
  declarationReceived,
  withdrawalByHand,
  withdrawalFailed,
  withdrawalReceived,
} from './payments/withdrawal/letters.ts';
import { offerUsed } from './payments/withdrawal/offer-used.ts';
import { noticeLetter } from './notifications/notice-letter.ts';
import { debitMandate } from './payments/debit/debit-mandate.ts';
import { orderConfirmation } from './payments/order-confirmation.ts';
import { creditNote } from './payments/receipts/credit-note.ts';
import { complaintAnswered, complaintClosed, complaintReceived } from './support/letters.ts';
import { transferInstructions } from './payments/transfer-instructions.ts';

/** The e-mails of the other modules. */
export const letters: Letters = {
  notice: noticeLetter,
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
  'transfer-instructions': transferInstructions,
};
