import fc from 'fast-check';
import type pg from 'pg';

import { insertMembers } from '../lib/fill-members.ts';
import type { Books } from './books.ts';
import { Model } from './model.ts';
import { operations, generateSequences } from './operations.ts';
import { runJobs } from './orders.ts';
import { Prices } from './prices.ts';
import { bundles, marketNames, markets, siteNames, type Market, type SiteName } from './shop.data.ts';
import { day, differ, type Draw, type World } from './world.ts';

interface ModelRun {
  pool: pg.Pool;
  openBooks(memberId: MemberId): Books;
  openMember(): Promise<MemberId>;
}

/** Compares books and model after each step. Throws at a difference. */
async function runSequence(run: ModelRun, draws: readonly Draw[]): Promise<void> {
  const { pool } = run;
  const world = await openWorld(run);
  const { model, books } = world;
  for (const [step, draw] of draws.entries())
    try {
      await operations[draw.operation]?.(world, draw);
      await compareBooks(pool, books, model);
    } catch (error) {
      fault(`after step ${step + 1} (${draw.operation})`, error);
    }
  const isHeld = (id: string): boolean => model.payments.some((one) => one.id === id && one.claim?.held === true);
  try {
    await runJobs(world, 1, false);
    await compareBooks(pool, books, model);
    await compareJournals(pool, books, model, isHeld);
  } catch (error) {
    fault('in the end', error);
  }
}

function fault(where: string, error: unknown): never {
  throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
}

async function openWorld({ pool, openBooks, openMember }: ModelRun): Promise<World> {
  const member = await openMember();
  const books = openBooks(member);
  const now = books.now();
  const world: World = {
    model: new Model(),
    books,
    prices: new Prices(now),
    place: { site: 'first', market: 'NL' },
    resync: async () => {
      const { lots = [] } = (await read<Shown>(pool, 'model.show-books', showBooks, [member])) ?? {};
      for (const [index, lot] of world.model.lots.entries()) lot.left = lots[index] ?? 0;
    },
    findCard: async (payment) => {
      const text = 'select card_id from stored_cards where member_id = $1 and payment_id = $2';
      return (await read<{ card_id: CardId }>(pool, 'model.card', text, [member, payment]))?.card_id;
    },
    setPrices: ({ site, market }, minors) =>
      writePrices(pool, books.getScope(site), { market, from: books.now() }, minors),
  };
  await openShop(pool, books, now);
  return world;
}

/** Opens both sites' bundles, with prices that have been in force for 90 days. */
async function openShop(pool: pg.Pool, books: Books, now: number): Promise<void> {
  for (const site of siteNames) {
    const scope = books.getScope(site);
    await pool.query({
      name: 'model.open-bundles',
      text: `insert into bundles (scope, bundle_id, credits, position)
             select $1, b.id, b.credits, 1 from unnest($2::text[], $3::int[]) as b (id, credits)`,
      values: [scope, bundles.map(({ id }) => id), bundles.map(({ credits }) => credits)],
    });
    for (const market of marketNames) {
      const minors = new Map(bundles.map(({ id, minor }) => [id, minor[market]]));
      await writePrices(pool, scope, { market, from: now - 90 * day }, minors);
    }
  }
}

export interface ModelOptions {
  seed: number;
  sequences: number;
  /** On average; a sequence has up to twice as many steps. */
  length: number;
  shortened?: boolean;
}

const atOnce = 8;

/** Runs eight sequences at a time. Returns the first difference, with the shortest sequence found to show it. */
export async function runModel(run: ModelRun, options: ModelOptions): Promise<string | undefined> {
  const { seed, sequences, length, shortened = true } = options;
  let failed: number | undefined;
  const check = async (worker: number): Promise<string | undefined> => {
    const property = fc.asyncProperty(generateSequences(length), async (draws) => {
      // The first difference ends the other seven runs.
      if (failed !== undefined && failed !== worker) return;
      await runSequence(run, draws).catch((error: unknown) => {
        failed ??= worker;
        throw error;
      });
    });
    const numRuns = Math.ceil(sequences / atOnce);
    const details = await fc.check(property, { seed: seed * atOnce + worker, numRuns, endOnFailure: !shortened });
    const [draws = []] = details.counterexample ?? [];
    const steps = draws.map((draw) => `\n${JSON.stringify(draw)}`).join('');
    return details.failed ? `seed ${seed}: ${(details.errorInstance as Error).message}${steps}` : undefined;
  };
  const found = await Promise.all(Array.from({ length: atOnce }, (_, worker) => check(worker)));
  return found.find((message) => message !== undefined);
}

interface Shown {
  balance: number;
  premium: boolean;
  lots: number[];
  /** State, price and kept amount of each order, in minor units. */
  payments: [state: string, price: number, kept: number][];
}

function buildExpected(model: Model): Shown {
  return {
    balance: model.balance,
    premium: model.isPremium(),
    lots: model.lots.map(({ left }) => left),
    payments: model.payments.map((payment) => [
      payment.state === 'open' ? 'pending' : payment.state,
      payment.price,
      model.kept(payment),
    ]),
  };
}

const showBooks = `
  select w.balance, m.paid_at is not null as premium,
         (select coalesce(json_agg(l.credits_left order by l.created_at), '[]'::json)
            from lots l where l.member_id = w.member_id) as lots,
         (select coalesce(json_agg(json_build_array(p.status, p.amount + p.fee,
                   case p.status when 'completed' then p.amount + p.fee - p.refunded - p.charged_back else 0 end)
                   order by p.created_at), '[]'::json)
            from payments p where p.member_id = w.member_id) as payments
    from wallets w join members m using (member_id) where w.member_id = $1`;

async function compareBooks(pool: pg.Pool, { member, bank }: Books, model: Model): Promise<void> {
  const { balance, premium, lots, payments } = (await read<Shown>(pool, 'model.show-books', showBooks, [member]))!;
  const held = lots.reduce((sum, left) => sum + left, 0);
  if (held !== Math.max(0, balance)) differ(`lots hold ${held}, the balance is ${balance}`);
  same('the books', { balance, premium, lots, payments }, buildExpected(model));
  if (bank.payments.size !== model.payments.length)
    differ(`the member ordered ${model.payments.length} times, the provider was asked ${bank.payments.size} times`);
}

interface Journals {
  entries: number;
  /** The kept amount of each completed order in the money journal, the sum of its receipts, and their tax. */
  kept: [payment: string, kept: number, receipts: number, tax: number][];
  claims: string[];
  receipts: { company: string; count: number; last: number; first: number }[];
  missing: number;
}

// An amount returned beyond the price is a loss, not a sale, and has no receipt.
const showJournals = `
  select (select coalesce(sum(case when to_account = 'member' then amount else -amount end), 0)::int
            from ledger_entries where member_id = $1) as entries,
         (select coalesce(json_agg(json_build_array(payment_id, kept, receipts, tax) order by payment_id), '[]'::json)
            from (select e.payment_id, sum(case e.to_account when 'sales' then e.amount else -e.amount end) as kept,
                         coalesce(sum((r.document->>'total')::int), 0) as receipts,
                         coalesce(sum((r.document->>'vat')::int), 0) as tax
                    from money_entries e
                    left join receipts r on r.member_id = e.member_id and r.payment_id = e.payment_id and r.entry = e.number
                   where e.member_id = $1 and 'sales' in (e.from_account, e.to_account) group by e.payment_id) as each) as kept,
         (select coalesce(json_agg(payment_id order by payment_id), '[]'::json)
            from discount_claims where member_id = $1 and released_at is null) as claims,
         (select coalesce(json_agg(each order by company), '[]'::json)
            from (select company, count(*)::int as count, max(number) as last, min(number) as first
                    from receipt_numbers where company = any($2) group by company) as each) as receipts,
         (select count(*)::int from money_entries e
           where e.member_id = $1 and 'sales' in (e.from_account, e.to_account) and not exists (
             select 1 from receipts r where r.member_id = e.member_id and r.payment_id = e.payment_id and r.entry = e.number)) as missing`;

/** Compares the journals once all jobs have run: sums, receipts and their numbers, discounts. */
async function compareJournals(
  pool: pg.Pool,
  books: Books,
  model: Model,
  isHeld: (payment: string) => boolean,
): Promise<void> {
  const companies = siteNames.map((site: SiteName) => books.getCompany(site));
  const found = (await read<Journals>(pool, 'model.show-journals', showJournals, [books.member, companies]))!;
  if (found.entries !== model.balance) differ(`the entries come to ${found.entries}, the balance is ${model.balance}`);
  if (found.missing > 0) differ(`${found.missing} entries of money have no receipt`);
  for (const { company, count, first, last } of found.receipts)
    if (first !== 1 || last !== count) differ(`${count} receipts of ${company} have the numbers ${first} to ${last}`);
  const completed = model.payments.filter(({ state }) => state === 'completed');
  const kept = completed.map((payment) => {
    const minor = model.kept(payment);
    return [payment.id, minor, minor, Math.round((minor * payment.tax) / (100 + payment.tax))];
  });
  same('the money', found.kept, kept.toSorted(byId));
  const held = model.payments.filter(({ id }) => isHeld(id)).map(({ id }) => id);
  same('the discounts', found.claims, held.toSorted());
}

const byId = ([a]: (string | number)[], [b]: (string | number)[]): number => (String(a) < String(b) ? -1 : 1);

function same(what: string, found: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
  if (is !== should) differ(`${what}: expected ${should}, found ${is}`);
}

async function read<Row extends object>(
  pool: pg.Pool,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row | undefined> {
  return (await pool.query<Row>({ name, text, values })).rows[0];
}

async function writePrices(
  pool: pg.Pool,
  scope: string,
  { market, from }: { market: Market; from: number },
  minors: ReadonlyMap<string, number>,
): Promise<void> {
  await pool.query({
    name: 'model.write-prices',
    text: `insert into bundle_prices (scope, bundle_id, country, amount, currency, valid_from)
           select $1, p.id, $2, p.minor, $3, $4 from unnest($5::text[], $6::int[]) as p (id, minor)`,
    values: [scope, market, markets[market].currency, new Date(from), [...minors.keys()], [...minors.values()]],
  });
}

/** Returns members without a purchase, one by one. They are created in batches; a batch costs as much as one. */
export function openMembers(pool: pg.Pool, lot = 500): () => Promise<MemberId> {
  let fresh: Promise<MemberId[]> = Promise.resolve([]);
  const make = async (): Promise<MemberId[]> => {
    const made = (await insertMembers(pool, lot, 0)).map(({ id }) => id);
    await pool.query('update members set paid_at = null where member_id = any($1)', [made]);
    return made;
  };
  return async () => {
    fresh = fresh.then((left) => (left.length > 0 ? left : make()));
    return (await fresh).splice(0, 1)[0]!;
  };
}
