import { createHmac } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import { after } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { createId } from '../../platform/ids.ts';
import { ProviderFault, type ProviderPayment } from '../provider.ts';
import { providerNamed } from '../providers.ts';
import type { PaymentRow } from '../queries.ts';
import { findCustomerId } from './customer.ts';
import { type CardRow, describeCard, endCard, findCard, insertCard } from './queries.ts';
import { askAgainInMs } from './rules.ts';
import { hashSubject } from '../debit/secrets.ts';

/** Keeps the card of a completed order whose buyer asked for it. A job reads its details from the provider. */
export async function keepCard(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  mandateId: string,
): Promise<void> {
  const kept = await tx.first(insertCard, {
    memberId: row.member_id,
    cardId: createId<CardId>(),
    paymentId: row.payment_id,
    provider: row.provider,
    mandateId,
    method: row.method,
    now: context.clock.now(),
  });
  if (kept) await queueCard(context, tx, row.member_id, kept.card_id);
}

export async function queueCard(
  context: AppContext,
  tx: Transaction,
  memberId: MemberId,
  cardId: CardId,
  runAt?: Date,
): Promise<void> {
  await context.jobs.add(
    tx,
    'update-stored-card',
    { member_id: memberId, card_id: cardId },
    { key: `stored-card ${cardId}`, ...(runAt && { runAt }) },
  );
}

/**
 * Revokes the mandate of a removed card, or updates any other card; asks again later about a pending one. Runs as a
 * job, which is retried after a `ProviderFault`.
 */
export async function updateStoredCard(context: AppContext, memberId: MemberId, cardId: CardId): Promise<void> {
  const card = await context.database.first(findCard, { memberId, cardId });
  if (!card || card.state === 'revoked') return;
  if (card.state === 'revoking') return revokeCard(context, card);
  const state = await readCard(context, card);
  const now = context.clock.now();
  const againInMs = state === 'pending' ? askAgainInMs(now.getTime() - card.created_at.getTime()) : undefined;
  if (againInMs === undefined) return;
  await context.database.transaction((tx) => queueCard(context, tx, memberId, cardId, after(now, againInMs)));
}

/** Updates a card from the provider's list of mandates. Throws `ProviderFault`. */
export async function readCard(context: AppContext, card: CardRow): Promise<'pending' | 'valid' | 'invalid'> {
  const { provider, customer } = await resolveCustomer(context, card);
  const mandates = await provider.listMandates(customer);
  const mandate = mandates.find(({ id, kind }) => id === card.mandate_id && kind === 'card');
  // A mandate that is missing from the list has ended.
  const state = mandate?.state ?? 'invalid';
  await context.database.transaction((tx) =>
    tx.run(describeCard, {
      memberId: card.member_id,
      cardId: card.card_id,
      state,
      brand: mandate?.label ?? card.brand,
      lastDigits: mandate?.lastDigits ?? card.last_digits,
      expires: mandate ? mandate.expires : card.expires,
      instrument: mandate?.fingerprint ? hashInstrument(context, mandate.fingerprint) : null,
      now: context.clock.now(),
    }),
  );
  return state;
}

/** Revokes a card at its provider and ends it here. Throws `ProviderFault`. */
async function revokeCard(context: AppContext, card: CardRow): Promise<void> {
  const { provider, customer } = await resolveCustomer(context, card);
  await provider.revokeMandate(customer, card.mandate_id);
  const ids = { memberId: card.member_id, cardId: card.card_id };
  await context.database.transaction((tx) => tx.run(endCard, { ...ids, now: context.clock.now() }));
}

async function resolveCustomer(context: AppContext, card: CardRow) {
  const provider = providerNamed(context, card.provider);
  const customer = provider && (await findCustomerId(context, provider, card.member_id));
  if (!provider || !customer) throw new ProviderFault('unknown', `the provider ${card.provider} has no such customer`);
  return { provider, customer };
}

/** Returns a keyed hash of the provider's fingerprint, the same for every member who pays with this instrument. */
function hashInstrument(context: AppContext, fingerprint: string): string {
  return createHmac('sha256', context.secret).update(`instrument ${fingerprint}`).digest('hex');
}

/**
 * Derives the hash of the card or account that paid, if the provider names it. A direct debit hashes its account in the
 * same way.
 */
export function deriveInstrument(
  context: AppContext,
  { fingerprint, account }: Pick<ProviderPayment, 'fingerprint' | 'account'>,
): string | null {
  if (fingerprint !== null) return hashInstrument(context, fingerprint);
  return account === null ? null : hashSubject(context, 'iban', account);
}
