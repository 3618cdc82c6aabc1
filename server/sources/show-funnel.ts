import { parseArgs } from 'node:util';

import type { AppContext } from '../context.ts';
import { csvLine } from '../platform/csv.ts';
import { countSignUps, sumPurchases, sumVisits } from './queries.ts';

const help =
  'npm run funnel -- [--from 2026-01-01] [--to 2026-02-01]    the days are those of UTC; the last is not included';

interface Line {
  network: string;
  ref: string;
  visits: number;
  bounces: number;
  signUps: number;
  confirmed: number;
  buyers: number;
  money: string[];
}

/**
 * Writes, as CSV, what became of those who came by each link in a period: visits and bounces where the link had `lb`,
 * sign-ups, and of those who signed up then how many confirmed and bought, and for how much less what was returned.
 */
export async function showFunnel(
  { clock, database }: Pick<AppContext, 'clock' | 'database'>,
  words: string[],
  say: (line: string) => void,
): Promise<number> {
  const period = readPeriod(words, clock.now());
  if (typeof period === 'string') {
    say(period);
    say(help);
    return 1;
  }
  const lines = new Map<string, Line>();
  const lineFor = ({ network, ref }: { network: string | null; ref: string | null }): Line => {
    const key = JSON.stringify([network, ref]);
    const fresh = { visits: 0, bounces: 0, signUps: 0, confirmed: 0, buyers: 0, money: [] };
    const line = lines.get(key) ?? { network: network ?? '', ref: ref ?? '', ...fresh };
    lines.set(key, line);
    return line;
  };
  for (const row of await database.all(sumVisits, { from: dayOf(period.from), until: dayOf(period.until) }))
    Object.assign(lineFor(row), { visits: row.visits, bounces: row.bounces });
  for (const row of await database.all(countSignUps, period))
    Object.assign(lineFor(row), { signUps: row.sign_ups, confirmed: row.confirmed });
  for (const row of await database.all(sumPurchases, period)) {
    const line = lineFor(row);
    // Almost everybody pays in one currency; whoever changed it is the same buyer.
    line.buyers = Math.max(line.buyers, row.buyers ?? 0);
    line.money.push(`${row.currency} ${((row.minor ?? 0) / 100).toFixed(2)}`);
  }
  say(csvLine(['network', 'ref', 'visits', 'bounces', 'sign_ups', 'confirmed', 'buyers', 'money']).trimEnd());
  for (const { network, ref, visits, bounces, signUps, confirmed, buyers, money } of [...lines.values()].toSorted(
    byName,
  ))
    say(csvLine([network, ref, visits, bounces, signUps, confirmed, buyers, money.join(', ')]).trimEnd());
  return 0;
}

const dayMs = 86_400_000;
const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

const byName = (one: Line, other: Line): number =>
  one.network.localeCompare(other.network) || one.ref.localeCompare(other.ref);

function readPeriod(words: string[], now: Date): { from: Date; until: Date } | string {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
    const { from, to } = parseArgs({ args: words, options }).values;
    const period = {
      from: from === undefined ? new Date(0) : new Date(from),
      until: to === undefined ? new Date(now.getTime() + dayMs) : new Date(to),
    };
    const wrong = [period.from, period.until].some((day) => Number.isNaN(day.getTime()));
    return wrong || period.until <= period.from ? '--from and --to are days, the first before the last' : period;
  } catch (error) {
    return (error as Error).message;
  }
}
