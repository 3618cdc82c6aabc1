import { randomUUID } from 'node:crypto';

import type { Input } from '../../contract/index.ts';
import type { AppContext } from '../../server/context.ts';
import {
  type Charge,
  type Wallets,
  chargeWallets,
  grantCredits,
  lockWallets,
  returnCredits,
} from '../../server/credits/wallets.ts';
import { codeCommands } from '../../server/discounts/commands.ts';
import { jobHandlers, type JobName, type JobPayloads } from '../../server/modules.ts';
import { removeStoredCard } from '../../server/payments/cards/remove-stored-card.ts';
import { createPayment } from '../../server/payments/create-payment.ts';
import { confirmDirectDebit } from '../../server/payments/debit/confirm-direct-debit.ts';
import { startDirectDebit } from '../../server/payments/debit/start-direct-debit.ts';
import { ProviderFault, type ProviderPayment } from '../../server/payments/provider.ts';
import { getProviderState } from '../../server/payments/providers.ts';
import { settlePayment } from '../../server/payments/settle-payment.ts';
import { reclaimWaived } from '../../server/payments/withdrawal/confirm-withdrawal.ts';
import { withdraw } from '../../server/payments/withdrawal/withdraw.ts';
import type { Transaction } from '../../server/platform/database/database.ts';
import { Failure } from '../../server/platform/failure.ts';
import type { MemberCall } from '../../server/platform/handler.ts';
import type { JobRun } from '../../server/platform/jobs/jobs.ts';
import { createMemory } from '../../server/platform/memory.ts';
import { buildIban } from '../lib/fill-members.ts';
import { Bank } from './bank.ts';
import type { ModelCode } from './prices.ts';
import { siteNames, siteProviders, type Market, type SiteName } from './shop.data.ts';

export interface Place {
  site: SiteName;
  market: Market;
  premium: boolean;
}

type Order = Omit<Input<'createPayment'>, 'paymentmethod'> & {
  paymentmethod: 'credit_card' | 'wire_transfer';
};
type Debit = Omit<Input<'startDirectDebit'>, 'phone' | 'iban' | 'holder'>;

/** A planted fault replaces one movement. */
export type Books = ReturnType<typeof openBooks>;

export interface BooksOptions {
  /** A planted fault changes the order in which lots are spent, the caller, or the values of statements. */
  inOrder?: (wallets: Wallets) => Wallets;
  asCaller?: (call: MemberCall) => MemberCall;
  altered?: Altered;
}

/** Statement values with a fault, by statement name. */
export type Altered = Readonly<Record<string, (given: Record<string, unknown>) => object>>;

let opened = 0;

/** Opens the server's own functions for a member without a purchase, with separate sites, clock and providers. */
export function openBooks(app: AppContext, member: MemberId, options: BooksOptions = {}) {
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
    /** Milliseconds since 1970. Every call advances the clock, so that each movement has its own time. */
    now: () => clock.now().getTime(),
    wait: (milliseconds: number) => void (moment += milliseconds),
    /** Undefined if the order was refused. */
    order: async (place: Place, order: Order) => {
      const call = await callFrom(place);
      return (await unlessRefused(createPayment(order, call)))?.payment.payment_id;
    },
    debit: async (place: Place, order: Debit, times: number) => {
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
    settle: (paymentId: PaymentId, seen: ProviderPayment) =>
      database.transaction((tx) => settlePayment(context, tx, { memberId: member, paymentId }, seen)),
    spend: (wanted: Pick<Charge, 'amount' | 'cause' | 'causeId' | 'key'>) =>
      database.transaction(async (tx) => {
        const wallets = inOrder(await lockWallets(tx, [member]));
        await chargeWallets(tx, wallets, [{ ...wanted, memberId: member, otherId: member }], clock.now());
      }),
    giveBack: (cause: Charge['cause'], causeId: string) =>
      database.transaction(async (tx) => {
        const now = clock.now();
        // A message has its key even if its charge, by a program of an earlier release, has none.
        await returnCredits(tx, { memberId: member, cause, causeId, key: causeId, now });
        await reclaimWaived(tx, member, now);
      }),
    bonus: async (credits: number, causeId: string) => {
      const grant = { memberId: member, credits, cause: 'bonus', causeId, paymentId: null, price: null } as const;
      await database.transaction((tx) => grantCredits(tx, { ...grant, now: clock.now() }));
    },
    withdraw: async (place: Place, payment: PaymentId, key: string) => {
      const call = await callFrom(place);
      return (await unlessRefused(withdraw({ payment, idempotency_key: key }, call))) !== undefined;
    },
    removeCard: async (place: Place, card: CardId) => {
      await removeStoredCard({ card, idempotency_key: randomUUID() }, await callFrom(place));
    },
    addCode: async (code: ModelCode) => {
      const words = buildCommand(code, `domain:${siteKey(member, code.site)}`);
      const said: string[] = [];
      const staff = { who: 'bench', account: 'bench' };
      if ((await codeCommands({ ...context, staff }, words, (line) => said.push(line))) !== 0)
        throw new Error(said.join('\n'));
    },
    getScope: (site: SiteName) => `domain:${siteKey(member, site)}`,
    /** The company's registration number; receipts are numbered per company. */
    getCompany: (site: SiteName) => `NL ${siteKey(member, site)}`,
  };
}

async function unlessRefused<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function siteKey(member: MemberId, site: SiteName): string {
  return `${site}.${member}.example`;
}

const visit = {
  language: 'en',
  ip: '127.0.0.1',
  origin: 'http://localhost',
  client: 'web',
  userAgent: undefined,
  geoipCountry: null,
  visit: { tracking: undefined },
  session: { token: undefined, hasEnded: async () => false, set: () => undefined, clear: () => undefined },
} as const;

function buildMember(id: MemberId, signupAt: Date) {
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
function buildContext(app: AppContext, clock: AppContext['clock'], member: MemberId): AppContext {
  const doNothing = async (): Promise<void> => undefined;
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
  const context: AppContext = {
    ...app,
    clock,
    memory: createMemory(() => context),
    rateLimits: { enforce: doNothing, enforceAddress: doNothing, enforceCall: doNothing, giveBack: doNothing },
    sites: {
      ...app.sites,
      ofMember: (key) => {
        const site = known.get(key) ?? build(key);
        known.set(key, site);
        return site;
      },
    },
  };
  return context;
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

type Job = { [Name in JobName]: { name: Name; payload: JobPayloads[Name] } }[JobName];

/** Mails change no books. */
const ignored: ReadonlySet<JobName> = new Set(['send-mail']);

function createModelJobs(context: AppContext) {
  let waiting: Job[] = [];
  const texts: string[] = [];
  context.sms = { send: async ({ text }) => void texts.push(text) };
  const handlers = jobHandlers(context);
  const run = async (job: Job, id: string): Promise<void> => {
    const handle = handlers[job.name] as (payload: Job['payload'], run: JobRun) => Promise<void>;
    try {
      await handle(job.payload, { job: { id, created_at: context.clock.now() } });
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error;
      waiting.push(job);
    }
  };
  const add: AppContext['jobs']['add'] = async (tx, name, payload) => {
    if (!ignored.has(name)) tx.afterCommit(() => void waiting.push({ name, payload } as Job));
  };
  return {
    add,
    /** Runs all waiting jobs, also those added meanwhile: each `times` times in parallel, last first if `reversed`. */
    run: async ({ times = 1, reversed = false } = {}) => {
      while (waiting.length > 0) {
        const now = reversed ? waiting.toReversed() : waiting;
        waiting = [];
        for (const [index, job] of now.entries())
          await Promise.all(Array.from({ length: times }, () => run(job, `${index}`)));
      }
    },
    readCode: async () => {
      const codes = waiting.filter(({ name }) => name === 'send-debit-code');
      waiting = waiting.filter((job) => !codes.includes(job));
      for (const job of codes) await run(job, 'text');
      const code = /\b\d{6}\b/.exec(texts.at(-1) ?? '')?.[0];
      if (code === undefined) throw new Error('no text message has a code');
      return code;
    },
  };
}
