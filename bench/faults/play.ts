import { type Damage, noDamage } from './break-things.ts';
import { randomFrom } from './random.ts';
import { type RoundOptions, type RoundReport, playRound } from './round.ts';
import type { Stage } from './stage.ts';
import type { Violation } from './story.ts';

export interface Play {
  rounds: number;
  calls: number;
  messages: number;
  purchases: number;
  /** With the round in which each was found. */
  violations: (Violation & { round: number })[];
  damage: Damage;
}

export interface PlayOptions {
  seed: string;
  /** Number of the first round. */
  first: number;
  rounds: number;
  /** No further round begins after this moment, in milliseconds since 1970. */
  until: number;
  round: RoundOptions;
  /** Ends with the first round that finds something. */
  untilFound: boolean;
  onRound(number: number, report: RoundReport): void;
}

/** Plays rounds one after the other on one stage. Each draws from the seed and its number alone. */
export async function play(stage: Stage, options: PlayOptions): Promise<Play> {
  const result: Play = { rounds: 0, calls: 0, messages: 0, purchases: 0, violations: [], damage: noDamage() };
  while (result.rounds < options.rounds && Date.now() < options.until) {
    const number = options.first + result.rounds;
    const random = randomFrom(`${options.seed}/${number}`);
    const report = await playRound(stage, random, options.round, result.damage);
    result.rounds += 1;
    result.calls += report.calls;
    result.messages += report.messages;
    result.purchases += report.purchases;
    for (const violation of report.violations) result.violations.push({ ...violation, round: number });
    options.onRound(number, report);
    if (options.untilFound && report.violations.length > 0) break;
  }
  return result;
}

/** What a person reads at the end: what was done, what broke, and what was found. */
export function linesOf(stage: Stage, { rounds, calls, messages, purchases, violations, damage }: Play): string[] {
  const { databaseProxy, providerProxy, app } = stage;
  const count = (counts: Record<string, number>): string =>
    Object.entries(counts)
      .map(([name, times]) => `${name} ${times}`)
      .join(', ');
  const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
  return [
    `${rounds} rounds, ${calls} calls, ${messages} messages acknowledged, ${purchases} orders`,
    `killed: app ${damage.app}, PostgreSQL ${damage.postgres}; sockets cut: ${damage.sockets}`,
    `connections to PostgreSQL cut at a statement: ${count(databaseProxy.done)}`,
    `answers of the provider spoilt: ${count(providerProxy.done)}`,
    `longest until a write was acknowledged: ${seconds(damage.recoveryMs.app)} after the app, ${seconds(damage.recoveryMs.postgres)} after PostgreSQL`,
    `the app ended by itself ${app.ends.length} times${app.ends.length > 0 ? ` (${app.ends.join(', ')})` : ''}`,
    `${violations.length} violations`,
  ];
}
