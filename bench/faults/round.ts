import { runActions } from './actions.ts';
import { readPayment } from './payment-actions.ts';
import { type PlannedFault, type InjectedFaults, injectFault, planFaults } from './inject-faults.ts';
import { checkDatabase } from './check-database.ts';
import { checkChat } from './check-chat.ts';
import { checkMoney } from './check-money.ts';
import { checkOrders } from './check-orders.ts';
import { createMembers } from './create-members.ts';
import { providerNames } from './providers.ts';
import { quiesce, until } from './quiesce.ts';
import type { Random } from './random.ts';
import type { RoundContext } from './round-context.ts';
import type { Environment } from './environment.ts';
import { type Violation, newModel } from './model.ts';
import { type OrderCounts, countOrders } from './order-counts.ts';

export interface RoundOptions {
  members: number;
  actions: number;
  /** Whether each kind of fault is injected at least once. */
  everything: boolean;
  /** How long the provider holds back a slow answer; only a fifth of the rounds have slow answers. */
  slowMs: number;
}

export const defaultRound: RoundOptions = { members: 8, actions: 12, everything: false, slowMs: 11_000 };

export interface RoundReport {
  calls: number;
  messages: number;
  orders: OrderCounts;
  violations: Violation[];
  seconds: { actions: number; settling: number; checks: number };
}

const providerFaultShare = 0.25;
/** The share of first answers about charges, mandates and refunds that are lost, until the round ends. */
const lostShare = 0.5;
const codePercent = 30;

/** Runs one round: members act while faults are injected, the system settles, and the checks compare the results. */
export async function runRound(
  environment: Environment,
  random: Random,
  options: RoundOptions,
  injected: InjectedFaults,
): Promise<RoundReport> {
  const model = newModel(`ROUND-${random.fork('code').uuid().slice(0, 8)}`.toUpperCase());
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
      for (const fault of takeDueFaults(plan, count))
        if (probe) background.push(injectFault(context, probe, fault, injected));
    },
  };
  const slowMs = random.chance(0.2) ? options.slowMs : 0;
  for (const { view } of model.members) view.open();
  await until(() => model.members.every(({ view }) => view.state === 'live'));
  for (const name of providerNames) {
    const { proxy } = environment.providers[name];
    proxy.misbehave({ random: random.fork(name), share: providerFaultShare, slowMs });
    proxy.loseMade(random.fork(`${name}-lost`), lostShare);
  }
  const began = performance.now();
  await Promise.all(
    model.members.map((me, index) => runActions(context, me, random.fork(`member-${index}`), options.actions)),
  );
  context.acting = false;
  await Promise.all(background);
  const acted = performance.now();
  await quiesce(context);
  const settled = performance.now();
  await readPaymentsAgain(context, random);
  const found = [
    ...(await checkDatabase(environment)),
    ...(await checkMoney(environment, model)),
    ...(await checkOrders(environment, model, codePercent)),
    ...(await checkChat(environment, model)),
  ];
  for (const { view } of model.members) view.close();
  return {
    calls: context.calls,
    messages: model.sends.filter(({ answer }) => answer && !('refused' in answer)).length,
    orders: countOrders(model),
    violations: [...model.violations, ...found],
    seconds: {
      actions: (acted - began) / 1_000,
      settling: (settled - acted) / 1_000,
      checks: (performance.now() - settled) / 1_000,
    },
  };
}

function takeDueFaults(plan: PlannedFault[], count: number): PlannedFault[] {
  const due = plan.filter(({ at }) => at <= count);
  for (const fault of due) plan.splice(plan.indexOf(fault), 1);
  return due;
}

async function readPaymentsAgain(context: RoundContext, random: Random): Promise<void> {
  for (const purchase of context.model.purchases) {
    const buyer = context.model.members.find((member) => member.id === purchase.buyer);
    if (buyer && purchase.paymentId !== undefined) await readPayment(context, buyer, random, purchase);
  }
}
