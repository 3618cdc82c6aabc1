import { type InjectedFaults, noFaults } from './inject-faults.ts';
import { randomFrom } from './random.ts';
import { providerNames } from './providers.ts';
import { type RoundOptions, type RoundReport, runRound } from './round.ts';
import type { Environment } from './environment.ts';
import type { Violation } from './model.ts';
import { type OrderCounts, addOrders, noOrders } from './order-counts.ts';

export interface RunResult {
  rounds: number;
  calls: number;
  messages: number;
  orders: OrderCounts;
  /** Each violation with the number of the round that found it. */
  violations: (Violation & { round: number })[];
  injected: InjectedFaults;
}

export interface RunOptions {
  seed: string;
  first: number;
  rounds: number;
  /** No round starts after this time, in milliseconds since 1970. */
  until: number;
  round: RoundOptions;
  untilFound: boolean;
  onRound(number: number, report: RoundReport): void;
}

/** Runs rounds one after the other in one environment. Each depends on the seed and its own number alone. */
export async function runRounds(environment: Environment, options: RunOptions): Promise<RunResult> {
  const result: RunResult = {
    rounds: 0,
    calls: 0,
    messages: 0,
    orders: noOrders(),
    violations: [],
    injected: noFaults(),
  };
  while (result.rounds < options.rounds && Date.now() < options.until) {
    const number = options.first + result.rounds;
    const random = randomFrom(`${options.seed}/${number}`);
    const report = await runRound(environment, random, options.round, result.injected);
    result.rounds += 1;
    result.calls += report.calls;
    result.messages += report.messages;
    addOrders(result.orders, report.orders);
    for (const violation of report.violations) result.violations.push({ ...violation, round: number });
    options.onRound(number, report);
    if (options.untilFound && report.violations.length > 0) break;
  }
  return result;
}

/** The printed summary: calls made, faults injected, violations found. */
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
    ...providerNames.map((name) => `faulty answers of ${name}: ${count(providers[name].proxy.done)}`),
    `longest recovery (until a write was acknowledged): app ${seconds(injected.recoveryMs.app)}, PostgreSQL ${seconds(injected.recoveryMs.postgres)}`,
    `unexpected exits of the app: ${app.ends.length}${app.ends.length > 0 ? ` (${app.ends.join(', ')})` : ''}`,
    `${violations.length} violations`,
  ];
}
