import { ledgerPageSize } from '../../contract/credits/limits.ts';

import { callOnce, persist } from './client.ts';
import { viewAt } from './provider-view.ts';
import { listOrderProviders } from './providers.ts';
import { limitMs } from './patience.ts';
import { statusAfter, until } from './quiesce.ts';
import type { Environment } from './environment.ts';
import type { Newcomer, TestMember, Purchase, Model, Violation } from './model.ts';

const mailMs = 1_000;

/** Compares the payments at the provider, the answers to clients, and the balances that the API returns. */
export async function checkMoney(environment: Environment, model: Model): Promise<Violation[]> {
  const found = await Promise.all([
    checkTotals(environment, model),
    ...model.members.map((member) => checkBalance(environment, model, member)),
    ...model.newcomers.map((newcomer) => checkNewcomer(environment, newcomer)),
  ]);
  return found.flat();
}

async function checkTotals(environment: Environment, model: Model): Promise<Violation[]> {
  const violations: Violation[] = [];
  const reportViolation = (detail: string): void => void violations.push({ check: 'provider-totals', detail });
  let paid = 0;
  for (const { paymentId, amount, unmade } of model.purchases) {
    if (paymentId === undefined) continue;
    const places = listOrderProviders(environment.providers, paymentId);
    if (places.length !== (unmade ? 0 : 1))
      reportViolation(`order ${paymentId} has ${places.length} payments at the providers`);
    const [place] = places;
    if (!place) continue;
    const seen = await viewAt(place.provider, place.id);
    if (seen.minor !== amount) reportViolation(`order ${paymentId} costs ${amount}, the provider takes ${seen.minor}`);
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
  if (books?.amount !== paid) reportViolation(`the provider kept ${paid}, the orders say ${books?.amount}`);
  if (books?.journal !== paid) reportViolation(`the provider kept ${paid}, the journal says ${books?.journal}`);
  if (books?.granted !== books?.credits)
    reportViolation(`${books?.credits} credits were bought, ${books?.granted} granted`);
  return violations;
}

/** The balance is the initial credits plus what was bought and kept, minus the price of acknowledged messages. */
async function checkBalance(environment: Environment, model: Model, member: TestMember): Promise<Violation[]> {
  const bought = model.purchases
    .filter(
      ({ buyer, paymentId, paymentOutcome }) =>
        buyer === member.id && paymentId !== undefined && statusAfter[paymentOutcome] === 'completed',
    )
    .reduce((sum, purchase) => sum + countKept(purchase), 0);
  const spent = model.sends
    .filter(({ from }) => from === member.id)
    .reduce((sum, { answer }) => sum + (answer && !('refused' in answer) ? answer.credits : 0), 0);
  const expected = member.credits + bought - spent;
  const shown = await shownBalance(environment, member);
  const detail = `${member.id} began with ${member.credits}, bought ${bought}, spent ${spent}: ${expected}; shown are ${shown.user}, and ${shown.statement} on the statement`;
  return shown.user === expected && shown.statement === expected ? [] : [{ check: 'balance', detail }];
}

/**
 * The credits of a purchase that the buyer keeps. Every credit whose price was fully returned is taken back. A
 * withdrawal takes the unused credits; further credits that its rounded-up amount covers are not taken.
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
  const user = (await persist(() => callOnce(app.address, 'getUser', {}, { token }))).outcome;
  let statement = 0;
  for (let pageNumber = 1; ; pageNumber += 1) {
    const { outcome } = await persist(() => callOnce(app.address, 'listLedger', { pageNumber }, { token }));
    if (!outcome?.ok) return { user: undefined, statement };
    for (const { credits } of outcome.body.entries) statement += credits;
    if (outcome.body.entries.length < ledgerPageSize) break;
  }
  return { user: user?.ok ? user.body.user.credits : undefined, statement };
}

/** An acknowledged sign-up has one account, the free credits, and an email. */
async function checkNewcomer(environment: Environment, { email, signedUp, token }: Newcomer): Promise<Violation[]> {
  if (!signedUp) return [];
  const violations: Violation[] = [];
  const [row] = await environment.sql<{ accounts: number; given: number }>(
    `select count(*)::int as accounts, coalesce(max(w.balance), 0)::int as given
       from members m join wallets w using (member_id) where m.email = $1`,
    [email],
  );
  if (row?.accounts !== 1) violations.push({ check: 'sign-up', detail: `${email} has ${row?.accounts} accounts` });
  const shown = await shownBalance(environment, { token });
  if (shown.user !== row?.given || shown.statement !== row?.given)
    violations.push({ check: 'balance', detail: `${email} has ${row?.given} credits, shown are ${shown.user}` });
  if (!(await until(() => environment.outbox.hasMailTo(email), limitMs(mailMs))))
    violations.push({ check: 'sign-up', detail: `${email} got no mail` });
  return violations;
}
