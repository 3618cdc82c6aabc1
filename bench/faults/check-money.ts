import { ledgerPageSize } from '../../contract/credits/limits.ts';
import { timeBonusCode, welcomeDiscountCode } from '../../contract/discounts/limits.ts';
import { call, limitMs } from './client.ts';
import type { Environment } from './environment.ts';
import type { Model, Newcomer, Purchase, TestMember } from './model.ts';
import { paymentOutcomes } from './payment-outcomes.data.ts';
import { listOrderProviders, providerNames } from './providers.ts';
import { until } from './quiesce.ts';

const mailMs = 1_000;

/** Compares orders, payments at the providers, responses to clients, and the balances that the API returns. */
export async function checkMoney(environment: Environment, model: Model, codePercent: number): Promise<void> {
  checkOneHolder(model);
  checkDebits(environment, model);
  await Promise.all([
    checkPrices(environment, model, codePercent),
    checkNothingElse(environment, model),
    checkRefunds(environment, model),
    checkCanceled(environment, model),
    checkTotals(environment, model),
    ...model.members.map((member) => checkBalance(environment, model, member)),
    ...model.newcomers.map((newcomer) => checkNewcomer(environment, model, newcomer)),
  ]);
}

async function checkTotals(environment: Environment, model: Model): Promise<void> {
  const report = (detail: string): void => model.report('provider-totals', detail);
  let paid = 0;
  for (const { paymentId, amount, unmade } of model.purchases) {
    if (paymentId === undefined) continue;
    const places = listOrderProviders(environment.providers, paymentId);
    if (places.length !== (unmade ? 0 : 1)) report(`order ${paymentId} has ${places.length} payments at the providers`);
    const [place] = places;
    if (!place) continue;
    const seen = await place.provider.view(place.id);
    if (seen.minor !== amount) report(`order ${paymentId} costs ${amount}, the provider takes ${seen.minor}`);
    // A refund followed by a full chargeback returns more than was paid; the ledger counts at most the amount.
    if (seen.paid) paid += Math.max(0, seen.minor - seen.refunded - seen.chargedBack);
  }
  const [books] = await environment.sql<{ amount: number; journal: number; credits: number; granted: number }>(
    `select coalesce(sum(amount - refunded - charged_back), 0)::int as amount, coalesce(sum(credits), 0)::int as credits,
            (select coalesce(sum(j.amount), 0)::int from money_postings j where j.account = 'sales' and j.member_id = any($1)) as journal,
            (select coalesce(sum(e.amount), 0)::int from ledger_entries e where e.cause = 'purchase' and e.member_id = any($1)) as granted
       from payments where status = 'completed' and member_id = any($1)`,
    [model.members.map((member) => member.id)],
  );
  if (books?.amount !== paid) report(`the provider kept ${paid}, the orders say ${books?.amount}`);
  if (books?.journal !== paid) report(`the provider kept ${paid}, the journal says ${books?.journal}`);
  if (books?.granted !== books?.credits) report(`${books?.credits} credits were bought, ${books?.granted} granted`);
}

/**
 * Checks that the balance is the initial credits plus what was bought and kept, minus the price of acknowledged
 * messages.
 */
async function checkBalance(environment: Environment, model: Model, member: TestMember): Promise<void> {
  const bought = model.purchases
    .filter(
      ({ buyer, paymentId, paymentOutcome }) =>
        buyer === member.id && paymentId !== undefined && paymentOutcomes[paymentOutcome].status === 'completed',
    )
    .reduce((sum, purchase) => sum + countKept(purchase), 0);
  const spent = model.sends
    .filter(({ from }) => from === member.id)
    .reduce((sum, { answer }) => sum + (answer && !('refused' in answer) ? answer.credits : 0), 0);
  const expected = member.credits + bought - spent;
  const shown = await shownBalance(environment, member);
  if (shown.user === expected && shown.statement === expected) return;
  const detail = `${member.id} began with ${member.credits}, bought ${bought}, spent ${spent}: ${expected}; shown are ${shown.user}, and ${shown.statement} on the statement`;
  model.report('balance', detail);
}

/**
 * Counts the credits of a purchase that the buyer keeps. Every credit whose price was returned is taken back. A
 * withdrawal takes the unused credits only.
 */
function countKept({ credits, amount, reversed, withdrawal, offerUsed }: Purchase): number {
  if (offerUsed) return 0;
  const paidFor = (minor: number): number => {
    let gone = 0;
    while (gone < credits && (gone + 1) * amount <= Math.min(minor, amount) * credits) gone += 1;
    return gone;
  };
  const waived = withdrawal ? paidFor(withdrawal.amount) - withdrawal.unused : 0;
  return credits - Math.max(0, paidFor(reversed) - waived);
}

async function shownBalance(
  { app }: Environment,
  { token }: { token: string | undefined },
): Promise<{ user: number | undefined; statement: number }> {
  const user = await call(app.address, 'getUser', {}, { token });
  let statement = 0;
  for (let pageNumber = 1; ; pageNumber += 1) {
    const outcome = await call(app.address, 'listLedger', { pageNumber }, { token });
    if (!outcome?.ok) return { user: undefined, statement };
    for (const { credits } of outcome.body.entries) statement += credits;
    if (outcome.body.entries.length < ledgerPageSize) break;
  }
  return { user: user?.ok ? user.body.user.credits : undefined, statement };
}

async function checkNewcomer(
  environment: Environment,
  model: Model,
  { email, signedUp, token }: Newcomer,
): Promise<void> {
  if (!signedUp) return;
  const [row] = await environment.sql<{ accounts: number; given: number }>(
    `select count(*)::int as accounts, coalesce(max(w.balance), 0)::int as given
       from members m join wallets w using (member_id) where m.email = $1`,
    [email],
  );
  if (row?.accounts !== 1) model.report('sign-up', `${email} has ${row?.accounts} accounts`);
  const shown = await shownBalance(environment, { token });
  if (shown.user !== row?.given || shown.statement !== row?.given)
    model.report('balance', `${email} has ${row?.given} credits, shown are ${shown.user}`);
  if (!(await until(() => environment.hasMailTo(email), limitMs(mailMs))))
    model.report('sign-up', `${email} got no mail`);
}

/** Checks that at most one order of a person holds a single-use discount. An order paid too late for it is refunded. */
function checkOneHolder(model: Model): void {
  const { members, purchases } = model;
  const mailboxes = new Map(members.map(({ id, mailbox }) => [id, mailbox]));
  const held = new Map<string, string[]>();
  for (const { buyer, discount, paymentId, paymentOutcome, offerUsed } of purchases) {
    if (discount === null || paymentId === undefined || paymentOutcomes[paymentOutcome].status === 'failed') continue;
    if (offerUsed && !paymentOutcomes[paymentOutcome].isLate)
      model.report('discount', `${paymentId} lost its ${discount}`);
    if (offerUsed) continue;
    const isFirst = discount === timeBonusCode || discount === welcomeDiscountCode;
    const slot = `${isFirst ? 'the discount on the first purchase' : discount} of ${mailboxes.get(buyer)}`;
    held.set(slot, [...(held.get(slot) ?? []), paymentId]);
  }
  for (const [slot, ids] of held)
    if (ids.length > 1) model.report('discount', `${slot} is held by ${ids.join(' and ')}`);
}

/** Checks that each price is the bundle's price with at most one discount, and stays as answered. */
async function checkPrices(environment: Environment, model: Model, codePercent: number): Promise<void> {
  const { purchases } = model;
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
      model.report(
        'price',
        `order ${paymentId} with ${discount} of a bundle for ${row?.price} was answered ${amount} of ${listAmount}, stored are ${row?.amount} of ${row?.list_amount}`,
      );
  }
}

/** Checks that there are no orders and no payments at the providers except those that members placed. */
async function checkNothingElse(environment: Environment, model: Model): Promise<void> {
  const { members, purchases } = model;
  const placed = new Set(purchases.map(({ paymentId }) => paymentId));
  const ids: string[] = members.map(({ id }) => id);
  const rows = await environment.sql<{ id: string; status: string }>(
    'select payment_id as id, status from payments where member_id = any($1)',
    [ids],
  );
  for (const { id, status } of rows)
    if (!placed.has(id)) model.report('nothing-else', `nobody placed order ${id} (${status})`);
  const ours = new Set(rows.map(({ id }) => id));
  for (const name of providerNames)
    for (const one of environment.providers[name].faults.made()) {
      if (one.kind !== 'payment' || !ids.includes(one.memberId)) continue;
      if (!ours.has(one.paymentId) || !placed.has(one.paymentId))
        model.report('nothing-else', `${one.id} at ${name} belongs to no order`);
    }
}

function checkDebits({ providers, texts }: Environment, model: Model): void {
  const made = providerNames.flatMap((name) => providers[name].faults.made());
  for (const { id, reference, paymentId, phone } of model.debits) {
    const own = made.filter((one) => one.kind === 'mandate' && one.reference === reference);
    if (own.length > 1 || (paymentId !== undefined && own.length === 0))
      model.report('direct-debit', `${id} with the order ${paymentId} has ${own.length} mandates at the provider`);
    const sent = texts.sentTo(phone).length;
    if (sent !== (id === undefined ? 0 : 1)) model.report('direct-debit', `${id} sent ${sent} codes`);
  }
}

async function checkCanceled(environment: Environment, model: Model): Promise<void> {
  const canceled = model.purchases.filter((purchase) => purchase.canceled);
  const rows = await environment.sql<{ payment_id: string; status: string; back: number; granted: number }>(
    `select p.payment_id, p.status, p.refunded + p.charged_back as back,
            coalesce((select sum(case when e.to_account = 'member' then e.amount else -e.amount end)
                        from ledger_entries e
                       where e.payment_id = p.payment_id and e.cause in ('purchase', 'refund', 'chargeback')), 0)::int as granted
       from payments p where p.payment_id = any($1)`,
    [canceled.map(({ paymentId }) => paymentId)],
  );
  const stored = new Map(rows.map((row) => [row.payment_id, row]));
  for (const { paymentId = '', amount, credits } of canceled) {
    const [place] = listOrderProviders(environment.providers, paymentId);
    const row = stored.get(paymentId);
    const seen = place && (await place.provider.view(place.id));
    const kept = seen?.paid === true && seen.refunded + seen.chargedBack < amount;
    if (row?.granted !== (kept ? credits : 0) || (row.status === 'completed') !== (seen?.paid === true))
      model.report(
        'canceled',
        `${paymentId} is ${row?.status} with ${row?.granted} of ${credits} credits, ${row?.back} of ${amount} went back; at the provider it is ${seen?.paid ? 'paid' : 'not paid'}, ${seen?.refunded} was refunded`,
      );
  }
}

/**
 * Checks that a withdrawal is refunded once, by the amount that the buyer was told. Never more is returned than was
 * paid.
 */
async function checkRefunds({ providers }: Environment, model: Model): Promise<void> {
  for (const { paymentId, withdrawal, paymentOutcome } of model.purchases) {
    if (paymentId === undefined || !paymentOutcome.startsWith('withdrawn')) continue;
    const [place] = listOrderProviders(providers, paymentId);
    if (!place) continue;
    const seen = await place.provider.view(place.id);
    const owed = withdrawal?.amount ?? 0;
    // An earlier chargeback has already returned the money.
    const isFaster = seen.chargedBack > 0 && seen.refunded === 0;
    if (seen.refunded !== owed && !isFaster)
      model.report('withdrawal', `${paymentId} promised ${owed}, the provider refunded ${seen.refunded}`);
    if (seen.refunds > 1) model.report('withdrawal', `${paymentId} has ${seen.refunds} refunds at the provider`);
  }
}
