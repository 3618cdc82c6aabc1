import { randomUUID } from 'node:crypto';

import type { Input } from '../../contract/index.ts';
import type { AppContext } from '../../server/context.ts';
import { type Charge, chargeWallets } from '../../server/credits/charge-credits.ts';
import { grantCredits } from '../../server/credits/grant-credits.ts';
import { returnCredits } from '../../server/credits/return-credits.ts';
import { type Wallets, lockWallets } from '../../server/credits/wallets.ts';
import { manageCodes } from '../../server/discounts/manage-codes.ts';
import { removeStoredCard } from '../../server/payments/cards/remove-stored-card.ts';
import { createPayment } from '../../server/payments/create-payment.ts';
import { confirmDirectDebit } from '../../server/payments/debit/confirm-direct-debit.ts';
import { startDirectDebit } from '../../server/payments/debit/start-direct-debit.ts';
import { getProviderState } from '../../server/payments/provider-state.ts';
import type { ProviderPayment } from '../../server/payments/provider.ts';
import { settlePayment } from '../../server/payments/settle-payment.ts';
import { reclaimWaived } from '../../server/payments/withdrawal/reclaim-waived.ts';
import { withdraw } from '../../server/payments/withdrawal/withdraw.ts';
import type { Transaction } from '../../server/platform/database/database.ts';
import { Failure } from '../../server/platform/failure.ts';
import type { MemberCall } from '../../server/platform/handler.ts';
import { Bank } from './bank.ts';
import { type Jobs, createModelJobs } from './jobs.ts';
import type { ModelCode } from './prices.ts';
import { type Market, type SiteName, siteProviders, siteNames } from './shop.data.ts';

/** The session's facts: where the member acts, and whether they are premium. */
export interface Place {
  site: SiteName;
  market: Market;
  premium: boolean;
}

export type Order = Omit<Input<'createPayment'>, 'paymentmethod'> & {
  paymentmethod: 'credit_card' | 'wire_transfer';
};
export type Debit = Omit<Input<'startDirectDebit'>, 'phone' | 'iban' | 'holder'>;

/** The server's own books of one member, which are compared with a model. A planted fault replaces one movement. */
export interface Books {
  readonly member: string;
  readonly bank: Bank;
  /** Milliseconds since 1970. Every call advances the clock, so that each movement has its own time. */
  now(): number;
  wait(milliseconds: number): void;
  /** The payment's id; undefined if the order was refused. */
  order(place: Place, order: Order): Promise<string | undefined>;
  debit(place: Place, order: Debit, times: number): Promise<string | undefined>;
  settle(paymentId: string, seen: ProviderPayment): Promise<void>;
  spend(charge: Pick<Charge, 'amount' | 'cause' | 'causeId'>): Promise<void>;
  giveBack(cause: Charge['cause'], causeId: string): Promise<void>;
  bonus(credits: number, causeId: string): Promise<void>;
  withdraw(place: Place, paymentId: string, key: string): Promise<boolean>;
  removeCard(place: Place, cardId: string): Promise<void>;
  addCode(code: ModelCode): Promise<void>;
  /** The scope of a site's prices and codes. */
  scopeOf(site: SiteName): string;
  /** The company's registration number; receipts are numbered per company. */
  companyOf(site: SiteName): string;
  jobs: Jobs;
}

export interface BooksOptions {
  /** Changes the order in which lots are spent, for a planted fault. */
  inOrder?: (wallets: Wallets) => Wallets;
  /** Changes the caller, for a planted fault. */
  asCaller?: (call: MemberCall) => MemberCall;
  /** Changes the values of statements, for a planted fault. */
  altered?: Altered;
}

/** Statement values with a fault, by statement name. */
export type Altered = Readonly<Record<string, (given: Record<string, unknown>) => object>>;

let opened = 0;

/** Opens the server's own functions for a member without a purchase, with separate sites, clock and providers. */
export function openBooks(app: AppContext, member: string, options: BooksOptions = {}): Books {
  const { inOrder = (wallets) => wallets, asCaller = (call) => call, altered } = options;
  const number = (opened += 1);
  let moment = app.clock.now().getTime();
  const clock = { now: () => new Date((moment += 1)) };
  const bank = new Bank(clock);
  const signupAt = clock.now();
  const context = buildContext(app, clock, member);
  if (altered) context.database = alter(app.database, altered);
  const jobs = createModelJobs(context);
  context.jobs = { ...app.jobs, add: jobs.add };
  getProviderState(context).providers = new Map(['mollie', 'stripe'].map((name) => [name, bank.provider(name)]));
  const { database } = context;
  const callFrom = async ({ site: place, market, premium }: Place): Promise<MemberCall> => {
    const site = await context.sites.ofMember(siteKey(member, place), null);
    return asCaller({
      ...visit,
      context,
      log: context.log,
      site,
      hostSite: site,
      country: market,
      member: { ...buildMember(member, signupAt), site: siteKey(member, place), country: market, paid: premium },
    });
  };
  return {
    member,
    bank,
    jobs,
    now: () => clock.now().getTime(),
    wait: (milliseconds) => void (moment += milliseconds),
    order: async (place, order) => {
      const call = await callFrom(place);
      return (await unlessRefused(createPayment(order, call)))?.payment.payment_id;
    },
    debit: async (place, order, times) => {
      const call = await callFrom(place);
      const phone = `+316${String(10_000_000 + (number % 80_000_000))}`;
      const account = { iban: buildIban(number), phone, holder: 'Robin Haan' };
      const started = await unlessRefused(startDirectDebit({ ...order, ...account }, call));
      if (!started) return undefined;
      const code = await jobs.readCode();
      const confirmed = await Promise.all(
        Array.from({ length: times }, () => unlessRefused(confirmDirectDebit({ id: started.id, code }, call))),
      );
      return confirmed.find((one) => one !== undefined)?.payment?.payment_id;
    },
    settle: (paymentId, seen) =>
      database.transaction((tx) => settlePayment(context, tx, { memberId: member, paymentId }, seen)),
    spend: (wanted) =>
      database.transaction(async (tx) => {
        const wallets = inOrder(await lockWallets(tx, [member]));
        await chargeWallets(tx, wallets, [{ ...wanted, memberId: member, otherId: member }], clock.now());
      }),
    giveBack: (cause, causeId) =>
      database.transaction(async (tx) => {
        const now = clock.now();
        await returnCredits(tx, { memberId: member, cause, causeId, now });
        await reclaimWaived(tx, member, now);
      }),
    bonus: async (credits, causeId) => {
      const grant = { memberId: member, credits, cause: 'bonus', causeId, paymentId: null, price: null } as const;
      await database.transaction((tx) => grantCredits(tx, { ...grant, now: clock.now() }));
    },
    withdraw: async (place, payment, key) => {
      const call = await callFrom(place);
      return (await unlessRefused(withdraw({ payment, idempotency_key: key }, call))) !== undefined;
    },
    removeCard: async (place, card) => {
      await removeStoredCard({ card, idempotency_key: randomUUID() }, await callFrom(place));
    },
    addCode: async (code) => {
      const words = buildCommand(code, `domain:${siteKey(member, code.site)}`);
      const said: string[] = [];
      const staff = { who: 'bench', account: 'bench' };
      if ((await manageCodes({ ...context, staff }, words, (line) => said.push(line))) !== 0)
        throw new Error(said.join('\n'));
    },
    scopeOf: (site) => `domain:${siteKey(member, site)}`,
    companyOf: (site) => `NL ${siteKey(member, site)}`,
  };
}

/** Refusals are an outcome; any other error is a fault. */
async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function siteKey(member: string, site: SiteName): string {
  return `${site}.${member}.example`;
}

const visit = {
  language: 'en',
  ip: '127.0.0.1',
  origin: 'http://localhost',
  client: 'web',
  userAgent: undefined,
  geoipCountry: null,
  tracking: undefined,
  session: { token: undefined, hasEnded: async () => false, set: () => undefined, clear: () => undefined },
} as const;

function buildMember(id: string, signupAt: Date) {
  const email = `${id}@example.org`;
  const account = { id, email, name: 'Member', status: 'active', confirmed: true, language: 'en' } as const;
  return {
    ...account,
    nextCountry: null,
    signupAt,
    loggedInAt: signupAt,
    byPasskey: false,
    sessionHash: Buffer.alloc(32),
  };
}

/** Shares database, sentences and secret with the application. Rate limits are off, because they are not under test. */
function buildContext(app: AppContext, clock: AppContext['clock'], member: string): AppContext {
  const nothing = async (): Promise<void> => undefined;
  const known = new Map<string, ReturnType<AppContext['sites']['ofMember']>>();
  const build = async (key: string) => {
    const site = await app.sites.ofMember('default', null);
    const name = siteNames.find((one) => siteKey(member, one) === key) ?? 'first';
    return {
      ...site,
      key,
      company: { ...site.company, country: 'NL', kvk: key } as typeof site.company,
      paymentProviders: { default: siteProviders[name] },
    };
  };
  return {
    ...app,
    clock,
    rateLimits: { enforce: nothing, enforceAddress: nothing, enforceCall: nothing, giveBack: nothing },
    sites: {
      ...app.sites,
      ofMember: (key) => {
        const site = known.get(key) ?? build(key);
        known.set(key, site);
        return site;
      },
    },
  };
}

function alter(database: AppContext['database'], altered: Altered): AppContext['database'] {
  const change = <Method extends Transaction['run'] | Transaction['first']>(method: Method): Method =>
    ((statement: { name: string }, given: Record<string, unknown>) =>
      (method as (...values: unknown[]) => unknown)(
        statement,
        altered[statement.name]?.({ ...given }) ?? given,
      )) as unknown as Method;
  return {
    ...database,
    transaction: (work) => database.transaction((tx) => work({ ...tx, run: change(tx.run), first: change(tx.first) })),
  };
}

/** A German IBAN that is unique in this process. */
function buildIban(number: number): string {
  const account = `51210800${String(number).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
}

function buildCommand(code: ModelCode, scope: string): string[] {
  const { name, percentage, minimum, market, usesMax, memberUsesMax } = code;
  return [
    'add',
    name,
    `--percentage=${percentage}`,
    `--scope=${scope}`,
    `--uses-per-member=${memberUsesMax}`,
    ...(usesMax === null ? [] : ['--uses', `${usesMax}`]),
    ...(market === null ? [] : ['--country', market]),
    ...(minimum === 0 ? [] : ['--minimum', (minimum / 100).toFixed(2), '--currency', 'EUR']),
  ];
}
