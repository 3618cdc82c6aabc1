import { randomUUID } from 'node:crypto';

import type { AppContext } from '../../context.ts';
import { after } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { ProviderFault } from '../provider.ts';
import { providerNamed } from '../providers.ts';
import type { PaymentRow } from '../queries.ts';
import { findCustomerId } from './customer.ts';
import { hashInstrument } from './instrument.ts';
import { type CardRow, describeCard, endCard, findCard, insertCard } from './queries.ts';
import { askAgainInMs, nextCardState } from './rules.ts';

/** Keeps the card of a completed order whose buyer asked for it. A job reads its details from the provider. */
export async function keepCard(
  context: AppContext,
  tx: Transaction,
  row: PaymentRow,
  mandateId: string,
): Promise<void> {
  const kept = await tx.first(insertCard, {
    memberId: row.member_id,
    cardId: randomUUID(),
    paymentId: row.payment_id,
    provider: row.provider,
    mandateId,
    method: row.method,
    now: context.clock.now(),
  });
  if (kept) await queueCard(context, tx, row.member_id, kept.card_id);
}

/** Queues an update of a card from the provider, which is retried until it succeeds. */
export async function queueCard(
  context: AppContext,
  tx: Transaction,
  memberId: string,
  cardId: string,
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
 * A job: revokes the mandate of a removed card, or updates any other card from the provider. A card that is still being
 * confirmed is asked about again later. Throws `ProviderFault`, so that the job is retried.
 */
export async function updateStoredCard(context: AppContext, memberId: string, cardId: string): Promise<void> {
  const card = await context.database.first(findCard, { memberId, cardId });
  if (!card || card.state === 'revoked') return;
  if (card.state === 'revoking') return revokeCard(context, card);
  const state = await readCard(context, card);
  const now = context.clock.now();
  const againInMs = state === 'pending' ? askAgainInMs(now.getTime() - card.created_at.getTime()) : undefined;
  if (againInMs === undefined) return;
  await context.database.transaction((tx) => queueCard(context, tx, memberId, cardId, after(now, againInMs)));
}

/** Updates a card from the provider's list of mandates. Returns the card's state. Throws `ProviderFault`. */
export async function readCard(context: AppContext, card: CardRow): Promise<'pending' | 'valid' | 'invalid'> {
  const { provider, customer } = await whereIs(context, card);
  const mandates = await provider.listMandates(customer);
  const mandate = mandates.find(({ id, kind }) => id === card.mandate_id && kind === 'card');
  const state = nextCardState(mandate);
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

/** Revokes the mandate of a removed card at the provider. Throws `ProviderFault`. */
export async function revokeCard(context: AppContext, card: CardRow): Promise<void> {
  const { provider, customer } = await whereIs(context, card);
  await provider.revokeMandate(customer, card.mandate_id);
  const ids = { memberId: card.member_id, cardId: card.card_id };
  await context.database.transaction((tx) => tx.run(endCard, { ...ids, now: context.clock.now() }));
}

async function whereIs(context: AppContext, card: CardRow) {
  const provider = providerNamed(context, card.provider);
  const customer = provider && (await findCustomerId(context, provider, card.member_id));
  if (!provider || !customer) throw new ProviderFault('unknown', `the provider ${card.provider} has no such customer`);
  return { provider, customer };
}
