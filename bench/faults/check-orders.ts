import { timeBonusCode, welcomeDiscountCode } from '../../contract/discounts/limits.ts';
import type { Environment } from './environment.ts';
import type { Model, Purchase, Violation } from './model.ts';
import { viewAt } from './provider-view.ts';
import { listOrderProviders, providerNames } from './providers.ts';

type Report = (check: string, detail: string) => void;

/** Compares the answers about discounts, cards, debits and withdrawals with the state here and at the providers. */
export async function checkOrders(environment: Environment, model: Model, codePercent: number): Promise<Violation[]> {
  const violations: Violation[] = [];
  const report: Report = (check, detail) => void violations.push({ check, detail });
  checkOneHolder(model, report);
  await checkPrices(environment, model, codePercent, report);
  await checkNothingElse(environment, model, report);
  checkMandates(environment, model, report);
  checkTexts(environment, model, report);
  await checkRefunds(environment, model, report);
  await checkCancelled(environment, model, report);
  return violations;
}

const comesToNothing = new Set<Purchase['paymentOutcome']>(['failed', 'canceled', 'expired', 'left']);
/** Outcomes in which the buyer pays after the order failed or was cancelled. */
const paidLate = new Set<Purchase['paymentOutcome']>(['failed-then-paid', 'left-then-paid']);

/**
 * At most one order of a person holds a single-use discount. A failed order gives it back; if it is paid after another
 * order has taken the discount, its price is refunded.
 */
function checkOneHolder({ members, purchases }: Model, report: Report): void {
  const mailboxes = new Map(members.map(({ id, mailbox }) => [id, mailbox]));
  const held = new Map<string, string[]>();
  for (const { buyer, discount, paymentId, paymentOutcome, offerUsed } of purchases) {
    if (discount === null || paymentId === undefined || comesToNothing.has(paymentOutcome)) continue;
    if (offerUsed && !paidLate.has(paymentOutcome)) report('discount', `${paymentId} lost its ${discount}`);
    if (offerUsed) continue;
    const isFirst = discount === timeBonusCode || discount === welcomeDiscountCode;
    const slot = `${isFirst ? 'the discount on the first purchase' : discount} of ${mailboxes.get(buyer)}`;
    held.set(slot, [...(held.get(slot) ?? []), paymentId]);
  }
  for (const [slot, ids] of held) if (ids.length > 1) report('discount', `${slot} is held by ${ids.join(' and ')}`);
}

/** Each price is the bundle's price with at most one discount, and stays as answered. */
async function checkPrices(
  environment: Environment,
  { purchases }: Model,
  codePercent: number,
  report: Report,
): Promise<void> {
  const rows = await environment.sql<{ payment_id: string; amount: number; list_amount: number; price: number }>(
    `select p.payment_id, p.amount, p.list_amount, b.amount as price
       from payments p join bundle_prices b on b.bundle_id = p.bundle_id and b.country = p.country and b.scope = 'default'
      where p.payment_id = any($1)`,
    [purchases.flatMap(({ paymentId }) => paymentId ?? [])],
  );
  const stored = new Map(rows.map((row) => [row.payment_id, row]));
  for (const { paymentId, amount, listAmount, discount } of purchases) {
    if (paymentId === undefined) continue;
    const row = stored.get(paymentId);
    const percent = discount === null ? 0 : discount.startsWith('ROUND-') ? codePercent : 25;
    const owed = Math.floor((2 * listAmount * (100 - percent) + 100) / 200);
    if (row?.amount !== amount || row.list_amount !== listAmount || row.price !== listAmount || amount !== owed)
      report(
        'price',
        `order ${paymentId} with ${discount} of a bundle for ${row?.price} was answered ${amount} of ${listAmount}, stored are ${row?.amount} of ${row?.list_amount}`,
      );
  }
}

/** There are no orders and no payments at the providers except those that members placed. */
async function checkNothingElse(
  environment: Environment,
  { members, purchases }: Model,
  report: Report,
): Promise<void> {
  const placed = new Set(purchases.map(({ paymentId }) => paymentId));
  const ids = members.map(({ id }) => id);
  const rows = await environment.sql<{ id: string; status: string }>(
    'select payment_id as id, status from payments where member_id = any($1)',
    [ids],
  );
  for (const { id, status } of rows)
    if (!placed.has(id)) report('nothing-else', `nobody placed order ${id} (${status})`);
  const ours = new Set(rows.map(({ id }) => id));
  for (const name of providerNames)
    for (const one of environment.providers[name].proxy.made()) {
      if (one.kind !== 'payment' || !ids.includes(one.memberId)) continue;
      if (!ours.has(one.paymentId) || !placed.has(one.paymentId))
        report('nothing-else', `${one.id} at ${name} belongs to no order`);
    }
}

/** Each direct debit has one mandate, at one provider. */
function checkMandates({ providers }: Environment, { debits }: Model, report: Report): void {
  const mandates = providerNames.flatMap((name) =>
    providers[name].proxy.made().filter(({ kind }) => kind === 'mandate'),
  );
  for (const { id, reference, paymentId } of debits) {
    const own = mandates.filter((one) => one.kind === 'mandate' && one.reference === reference);
    if (own.length > 1 || (paymentId !== undefined && own.length === 0))
      report('direct-debit', `${id} with the order ${paymentId} has ${own.length} mandates at the provider`);
  }
}

/** Each direct debit has one text message with one code. */
function checkTexts({ texts }: Environment, { debits }: Model, report: Report): void {
  for (const { id, phone } of debits) {
    const sent = texts.sentTo(phone).length;
    if (sent !== (id === undefined ? 0 : 1)) report('direct-debit', `${id} sent ${sent} codes`);
  }
}

/** A cancelled order has its credits if its money arrived and stayed; otherwise none. */
async function checkCancelled(environment: Environment, { purchases }: Model, report: Report): Promise<void> {
  const cancelled = purchases.filter((purchase) => purchase.cancelled);
  const rows = await environment.sql<{ payment_id: string; status: string; back: number; granted: number }>(
    `select p.payment_id, p.status, p.refunded + p.charged_back as back,
            coalesce((select sum(case when e.to_account = 'member' then e.amount else -e.amount end)
                        from ledger_entries e
                       where e.payment_id = p.payment_id and e.cause in ('purchase', 'refund', 'chargeback')), 0)::int as granted
       from payments p where p.payment_id = any($1)`,
    [cancelled.map(({ paymentId }) => paymentId)],
  );
  const stored = new Map(rows.map((row) => [row.payment_id, row]));
  for (const { paymentId = '', amount, credits } of cancelled) {
    const [place] = listOrderProviders(environment.providers, paymentId);
    const row = stored.get(paymentId);
    const seen = place && (await viewAt(place.provider, place.id));
    const kept = seen?.paid === true && seen.refunded + seen.chargedBack < amount;
    if (row?.granted !== (kept ? credits : 0) || (row.status === 'completed') !== (seen?.paid === true))
      report(
        'cancelled',
        `${paymentId} is ${row?.status} with ${row?.granted} of ${credits} credits, ${row?.back} of ${amount} went back; at the provider it is ${seen?.paid ? 'paid' : 'not paid'}, ${seen?.refunded} was refunded`,
      );
  }
}

/** A withdrawal is refunded once, by the amount that the buyer was told. Never more is returned than was paid. */
async function checkRefunds({ providers }: Environment, { purchases }: Model, report: Report): Promise<void> {
  for (const { paymentId, withdrawal, paymentOutcome } of purchases) {
    if (paymentId === undefined || !paymentOutcome.startsWith('withdrawn')) continue;
    const [place] = listOrderProviders(providers, paymentId);
    if (!place) continue;
    const seen = await viewAt(place.provider, place.id);
    const owed = withdrawal?.amount ?? 0;
    // An earlier chargeback has already returned the money.
    const isFaster = seen.chargedBack > 0 && seen.refunded === 0;
    if (seen.refunded !== owed && !isFaster)
      report('withdrawal', `${paymentId} promised ${owed}, the provider refunded ${seen.refunded}`);
    if (seen.refunds > 1) report('withdrawal', `${paymentId} has ${seen.refunds} refunds at the provider`);
  }
}
