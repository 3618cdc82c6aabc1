import { checks } from '../../server/books/queries.ts';
import { grantCredits } from '../../server/credits/wallets.ts';
import { insertMembers } from '../lib/fill-members.ts';
import { runActions } from './actions.ts';
import { checkChat } from './check-chat.ts';
import { checkMoney } from './check-money.ts';
import { databaseChecks } from './database-checks.data.ts';
import type { Environment } from './environment.ts';
import { injectFault, noFaults, planFaults, type InjectedFaults, type PlannedFault } from './inject-faults.ts';
import { LiveView } from './live-view.ts';
import { Actor, Model, type RoundContext, type TestMember, type Violation } from './model.ts';
import { readPayment } from './order-actions.ts';
import { providerNames } from './providers.ts';
import { quiesce, until } from './quiesce.ts';
import { randomFrom, type Random } from './random.ts';

interface RoundOptions {
  members: number;
  actions: number;
  everything: boolean;
  /** How long the provider holds back a slow response; only a fifth of the rounds have slow responses. */
  slowMs: number;
}

export const defaultRound: RoundOptions = { members: 8, actions: 12, everything: false, slowMs: 11_000 };

type RoundReport = Awaited<ReturnType<typeof runRound>>;

const providerFaultShare = 0.25;
/** The share of first responses about charges, mandates and refunds that are lost, until the round ends. */
const lostShare = 0.5;
const codePercent = 30;

async function runRound(environment: Environment, random: Random, options: RoundOptions, injected: InjectedFaults) {
  const model = new Model(`ROUND-${random.fork('code').uuid().slice(0, 8)}`.toUpperCase());
  await environment.addCode(model.code, codePercent);
  model.members = await createMembers(environment, random.fork('people'), options.members);
  const [probe] = await createMembers(environment, random.fork('probe'), 1);
  const plan = planFaults(random.fork('breakages'), options.members * options.actions, options.everything);
  const background: Promise<void>[] = [];
  const context: RoundContext = {
    environment,
    model,
    calls: 0,
    acting: true,
    onCall: (count) => {
      for (const fault of popDueFaults(plan, count))
        if (probe) background.push(injectFault(context, probe, fault, injected));
    },
  };
  const slowMs = random.chance(0.2) ? options.slowMs : 0;
  for (const { view } of model.members) view.open();
  await until(() => model.members.every(({ view }) => view.state === 'live'));
  for (const name of providerNames) {
    const { faults } = environment.providers[name];
    faults.misbehave({ random: random.fork(name), share: providerFaultShare, slowMs });
    faults.loseMade(random.fork(`${name}-lost`), lostShare);
  }
  const began = performance.now();
  await Promise.all(
    model.members.map((me, index) =>
      runActions(new Actor(context, me, random.fork(`member-${index}`)), options.actions),
    ),
  );
  context.acting = false;
  await Promise.all(background);
  const acted = performance.now();
  await quiesce(context);
  const settled = performance.now();
  await readPaymentsAgain(context, random);
  await checkDatabase(environment, model);
  await checkMoney(environment, model, codePercent);
  await checkChat(environment, model);
  for (const { view } of model.members) view.close();
  return {
    calls: context.calls,
    messages: model.sends.filter(({ answer }) => answer && !('refused' in answer)).length,
    orders: countOrders(model),
    violations: model.violations,
    seconds: {
      actions: (acted - began) / 1_000,
      settling: (settled - acted) / 1_000,
      checks: (performance.now() - settled) / 1_000,
    },
  };
}

/** Runs the checks in SQL. Finance's own count as one. */
async function checkDatabase({ sql }: Environment, model: Model): Promise<void> {
  const books = checks.map(({ statement }) => ['books', statement] as const);
  for (const [check, statement] of [...books, ...Object.entries(databaseChecks)])
    for (const { fault } of await sql<{ fault: string }>(statement)) model.report(check, fault);
}

function popDueFaults(plan: PlannedFault[], count: number): PlannedFault[] {
  const due = plan.filter(({ at }) => at <= count);
  for (const fault of due) plan.splice(plan.indexOf(fault), 1);
  return due;
}

async function readPaymentsAgain(context: RoundContext, random: Random): Promise<void> {
  for (const purchase of context.model.purchases) {
    const buyer = context.model.members.find((member) => member.id === purchase.buyer);
    if (buyer && purchase.paymentId !== undefined) await readPayment(new Actor(context, buyer, random), purchase);
  }
}

/** Creates members without passwords. The first two (free) and the next two (premium) are one person each. */
async function createMembers({ database, app }: Environment, random: Random, count: number): Promise<TestMember[]> {
  const accounts = await insertMembers(database.pool, count, 0);
  const members: TestMember[] = [];
  for (const [index, { id, token }] of accounts.entries()) {
    const sharesMailbox = index === 1 || index === 3;
    const mailbox = (sharesMailbox && members[index - 1]?.mailbox) || `box-${id}`;
    const credits = random.pick([12, 12, 40, 300]);
    members.push({ id, token, mailbox, paid: index > 1, credits, view: new LiveView(app.address, token) });
  }
  for (const { id, mailbox, paid, credits } of members) {
    const now = new Date();
    const account = [id, `${mailbox}+${id.slice(0, 8)}@example.org`, paid ? now : null];
    await database.pool.query('update members set email = $2, paid_at = $3 where member_id = $1', account);
    const bonus = { memberId: id, credits, cause: 'bonus', causeId: id, paymentId: null, price: null } as const;
    await database.transaction((tx) => grantCredits(tx, { ...bonus, now }));
  }
  return members;
}

export type RunResult = Awaited<ReturnType<typeof runRounds>>;

interface RunOptions {
  seed: string;
  first: number;
  rounds: number;
  /** No round starts after this time, in milliseconds since 1970. */
  until: number;
  round: RoundOptions;
  untilFound: boolean;
  onRound(number: number, report: RoundReport): void;
}

/** Runs rounds. Each depends on the seed and its own number alone. */
export async function runRounds(environment: Environment, options: RunOptions) {
  const orders: OrderCounts = {};
  const violations: (Violation & { round: number })[] = [];
  const result = { rounds: 0, calls: 0, messages: 0, orders, violations, injected: noFaults() };
  while (result.rounds < options.rounds && Date.now() < options.until) {
    const number = options.first + result.rounds;
    const random = randomFrom(`${options.seed}/${number}`);
    const report = await runRound(environment, random, options.round, result.injected);
    result.rounds += 1;
    result.calls += report.calls;
    result.messages += report.messages;
    for (const [name, times] of Object.entries(report.orders)) orders[name] = (orders[name] ?? 0) + times;
    for (const violation of report.violations) violations.push({ ...violation, round: number });
    options.onRound(number, report);
    if (options.untilFound && report.violations.length > 0) break;
  }
  return result;
}

export function summaryLines(
  environment: Environment,
  { rounds, calls, messages, orders, violations, injected }: RunResult,
): string[] {
  const { databaseProxy, providers, app } = environment;
  const count = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([name, times]) => `${name} ${times}`)
      .join(', ');
  const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
  return [
    `${rounds} rounds, ${calls} calls, ${messages} messages acknowledged, ${count(orders)}`,
    `killed: app ${injected.app}, PostgreSQL ${injected.postgres}; sockets cut: ${injected.sockets}`,
    `connections to PostgreSQL cut at a statement: ${count(databaseProxy.done)}`,
    ...providerNames.map((name) => `faulty answers of ${name}: ${count(providers[name].faults.done)}`),
    `longest recovery (until a write was acknowledged): app ${seconds(injected.recoveryMs.app)}, PostgreSQL ${seconds(injected.recoveryMs.postgres)}`,
    `unexpected exits of the app: ${app.ends.length}${app.ends.length > 0 ? ` (${app.ends.join(', ')})` : ''}`,
    `${violations.length} violations`,
  ];
}

/** One order may count in several. */
type OrderCounts = Record<string, number>;

function countOrders({ purchases }: Model): OrderCounts {
  const placed = purchases.filter(({ paymentId }) => paymentId !== undefined);
  const count = (holds: (purchase: (typeof placed)[number]) => boolean): number => placed.filter(holds).length;
  return {
    orders: placed.length,
    'with a discount': count(({ discount }) => discount !== null),
    'by stored card': count(({ way }) => way === 'card'),
    'by direct debit': count(({ way }) => way === 'debit'),
    withdrawn: count(({ withdrawal }) => withdrawal !== null && withdrawal !== undefined),
    'withdrawn in part': count(({ withdrawal, amount }) => (withdrawal?.amount ?? amount) < amount),
    canceled: count((purchase) => purchase.canceled),
  };
}
