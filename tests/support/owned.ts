import { createId } from '../../server/platform/ids.ts';
import type { TestApp } from './test-app.ts';

/** Inserts a member's photo without its file, for an id with an owner. */
export async function addPhotoRow(test: TestApp, memberId: MemberId): Promise<PhotoId> {
  const photo = createId<PhotoId>();
  await test.sql(
    `insert into photos (member_id, photo_id, position, status, checked, width, height, created_at) values ($1, $2, 0, 'approved', true, 800, 1000, $3)`,
    [memberId, photo, test.clock.now()],
  );
  await test.sql(
    `update profiles set main_photo = $2, main_photo_status = 'approved', num_photos = 1 where member_id = $1`,
    [memberId, photo],
  );
  return photo;
}

/** Inserts a member's failed payment, without a provider or any booking. */
export async function addPaymentRow(test: TestApp, memberId: MemberId): Promise<PaymentId> {
  const payment = createId<PaymentId>();
  await test.sql(
    `insert into payments (member_id, payment_id, bundle_id, credits, amount, currency, method, provider, status, created_at)
     values ($1, $2, 'small', 50, 999, 'EUR', 'ideal', 'mollie', 'failed', $3)`,
    [memberId, payment, test.clock.now()],
  );
  return payment;
}

/** Inserts a member's stored card, which the provider does not know. */
export async function addCardRow(test: TestApp, memberId: MemberId): Promise<CardId> {
  const paymentId = await addPaymentRow(test, memberId);
  const cardId = createId<CardId>();
  await test.sql(
    `insert into stored_cards (member_id, card_id, payment_id, provider, mandate_id, method, state, last_digits, created_at, checked_at)
     values ($1, $2, $3, 'mollie', $4, 'credit_card', 'valid', '4242', now(), now())`,
    [memberId, cardId, paymentId, `mdt_${cardId}`],
  );
  return cardId;
}

/** Inserts a member's started direct debit, with a code that was never sent. */
export async function addDebitRow(test: TestApp, memberId: MemberId): Promise<DebitId> {
  const debitId = createId<DebitId>();
  await test.sql(
    `insert into debits (member_id, debit_id, bundle_id, amount, currency, begin_at_once, language, site, holder, iban_hash,
                         iban_country, iban_last, phone_hash, phone_last, reference, creditor, creditor_id, mandate_text,
                         collect_on, created_at)
     values ($1, $2, 'small', 999, 'EUR', true, 'en', 'default', 'Holder', 'iban', 'NL', '4300', 'phone', '678', $3,
             'Creditor', 'NL22ZZZ000000000000', 'Text', now(), now())`,
    [memberId, debitId, debitId.slice(0, 35)],
  );
  return debitId;
}
