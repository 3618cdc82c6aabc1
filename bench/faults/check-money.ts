import { setTimeout as wait } from 'node:timers/promises';

import { ledgerPageSize } from '../../contract/limits.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { callOnce, persist } from './client.ts';
import { statusAfter } from './quiesce.ts';
import type { Stage } from './stage.ts';
import type { Newcomer, Person, Purchase, Story, Violation } from './story.ts';

interface ProviderView {
  status: string;
  amount: Amount;
  amountRefunded?: Amount;
  amountChargedBack?: Amount;
}

interface Amount {
  currency: string;
  value: string;
}

/** Compares what was paid at the provider, what was told, and what the API shows as a balance. */
export async function checkMoney(stage: Stage, story: Story): Promise<Violation[]> {
  const found = await Promise.all([
    checkTotals(stage, story),
    ...story.people.map((person) => checkBalance(stage, story, person)),
    ...story.newcomers.map((newcomer) => checkNewcomer(stage, newcomer)),
  ]);
  return found.flat();
}

/** Provider → orders → ledger, order by order and in sum. */
async function checkTotals(stage: Stage, story: Story): Promise<Violation[]> {
  const violations: Violation[] = [];
  const accuse = (detail: string): void => void violations.push({ check: 'provider-totals', detail });
  let paid = 0;
  for (const { paymentId, amount } of story.purchases) {
    if (paymentId === undefined) continue;
    const ids = stage.providerProxy.made(paymentId);
    if (ids.length !== 1) accuse(`order ${paymentId} has ${ids.length} payments at the provider`);
    const seen = (await stage.control('GET', `/v2/payments/${ids[0]}`)) as ProviderView;
    const minor = minorOf(seen.amount);
    if (minor !== amount) accuse(`order ${paymentId} costs ${amount}, the provider takes ${minor}`);
    // Who gets a refund and then all of it through the bank has more than was paid: the books count no further.
    const back = minorOf(seen.amountRefunded) + minorOf(seen.amountChargedBack);
    if (seen.status === 'paid') paid += Math.max(0, minor - back);
  }
  const [books] = await stage.sql<{ amount: number; journal: number; credits: number; granted: number }>(
    `select coalesce(sum(amount - refunded - charged_back), 0)::int as amount, coalesce(sum(credits), 0)::int as credits,
            (select coalesce(sum(j.amount), 0)::int from money_postings j where j.account = 'sales' and j.member_id = any($1)) as journal,
            (select coalesce(sum(e.amount), 0)::int from ledger_entries e where e.cause = 'purchase' and e.member_id = any($1)) as granted
       from payments where status = 'completed' and member_id = any($1)`,
    [story.people.map((person) => person.id)],
  );
  if (books?.amount !== paid) accuse(`the provider kept ${paid}, the orders say ${books?.amount}`);
  if (books?.journal !== paid) accuse(`the provider kept ${paid}, the journal says ${books?.journal}`);
  if (books?.granted !== books?.credits) accuse(`${books?.credits} credits were bought, ${books?.granted} granted`);
  return violations;
}

/** What a member has is what they began with, bought and kept, and did not spend on what they were told was sent. */
async function checkBalance(stage: Stage, story: Story, person: Person): Promise<Violation[]> {
  const bought = story.purchases
    .filter(
      ({ buyer, paymentId, ending }) =>
        buyer === person.id && paymentId !== undefined && statusAfter[ending] === 'completed',
    )
    .reduce((sum, purchase) => sum + keptOf(purchase), 0);
  const spent = story.sends
    .filter(({ from }) => from === person.id)
    .reduce((sum, { told }) => sum + (told && !('refused' in told) ? told.credits : 0), 0);
  const expected = person.credits + bought - spent;
  const shown = await shownBalance(stage, person);
  const detail = `${person.id} began with ${person.credits}, bought ${bought}, spent ${spent}: ${expected}; shown are ${shown.user}, and ${shown.statement} on the statement`;
  return shown.user === expected && shown.statement === expected ? [] : [{ check: 'balance', detail }];
}

const minorOf = (amount: Amount | undefined): number => Math.round(Number(amount?.value ?? 0) * 100);

/** The credits of a bundle that stay: each that was paid back wholly goes. */
function keptOf({ credits, amount, reversed }: Purchase): number {
  let gone = 0;
  while (gone < credits && (gone + 1) * amount <= Math.min(reversed, amount) * credits) gone += 1;
  return credits - gone;
}

async function shownBalance(
  { app }: Stage,
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

/** Who was told that they are in has an account, the credits of the house, and a mail. */
async function checkNewcomer(stage: Stage, { email, signedUp, token }: Newcomer): Promise<Violation[]> {
  if (!signedUp) return [];
  const violations: Violation[] = [];
  const [row] = await stage.sql<{ accounts: number; given: number }>(
    `select count(*)::int as accounts, coalesce(max(w.balance), 0)::int as given
       from members m join wallets w using (member_id) where m.email = $1`,
    [email],
  );
  if (row?.accounts !== 1) violations.push({ check: 'sign-up', detail: `${email} has ${row?.accounts} accounts` });
  const shown = await shownBalance(stage, { token });
  if (shown.user !== row?.given || shown.statement !== row?.given)
    violations.push({ check: 'balance', detail: `${email} has ${row?.given} credits, shown are ${shown.user}` });
  if (!(await hasMail(stage.outbox, email))) violations.push({ check: 'sign-up', detail: `${email} got no mail` });
  return violations;
}

async function hasMail(outbox: string, email: string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json'));
    for (const name of names.sort().reverse().slice(0, 200))
      if ((JSON.parse(await readFile(join(outbox, name), 'utf8')) as { to: string }).to === email) return true;
    await wait(50);
  }
  return false;
}
