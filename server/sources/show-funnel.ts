import { parseArgs } from 'node:util';

import { trackingKeptMonths } from '../../contract/sources/limits.ts';
import type { AppContext } from '../context.ts';
import { after, dayMs, monthsBefore } from '../platform/clock.ts';
import { csvLine } from '../platform/csv.ts';
import { funnelLines } from './funnel-lines.ts';
import { type AtDesk, recordAct } from '../staff/staff.ts';
import { countSignUps, listNetworks, sumPurchases, sumVisits } from './queries.ts';
import { unknownNetwork } from './rules.ts';

const help =
  'npm run funnel -- [--from 2026-01-01] [--to 2026-02-01]    the days are those of UTC; the last is not included; ' +
  `no earlier than ${trackingKeptMonths} months ago`;

const columns = ['network', 'ref', 'visits', 'measured', 'bounces', 'sign_ups', 'confirmed', 'buyers', 'money'];

/**
 * Writes the funnel of each link in a period as CSV: visits if the link had `lb`, how many of them were measured, and
 * how many of those ended on the first page; sign-ups, how many of these confirmed and bought, and for how much, less
 * returned money. Unknown networks share one line. The link of a sign-up is kept for 13 months, so earlier periods are
 * refused: their visits would be compared with sign-ups that have lost their link.
 */
export async function showFunnel(
  context: Pick<AppContext, 'clock' | 'database'> & AtDesk,
  words: string[],
  say: (line: string) => void,
): Promise<number> {
  const { clock, database } = context;
  const period = readPeriod(words, clock.now());
  if (typeof period === 'string') {
    say(period);
    say(help);
    return 1;
  }
  await database.transaction((tx) => recordAct(context, tx, { act: 'funnel' }));
  const lines = funnelLines((await database.all(listNetworks)).map(({ name }) => name));
  for (const row of await database.all(sumVisits, { from: dayOf(period.from), until: dayOf(period.until) }))
    lines.add(linkOf(row), { visits: row.visits ?? 0, measured: row.measured ?? 0, bounces: row.bounces ?? 0 });
  for (const row of await database.all(countSignUps, period))
    lines.add(linkOf(row), { signUps: row.sign_ups, confirmed: row.confirmed });
  for (const row of await database.all(sumPurchases, period))
    lines.addPurchases(linkOf(row), { currency: row.currency, minor: row.minor ?? 0, buyers: row.buyers });
  say(csvLine(columns).trimEnd());
  for (const { network, ref, visits, measured, bounces, ...people } of lines.sorted()) {
    const { signUps, confirmed, buyers, money } = people;
    const name = network === unknownNetwork ? '(not in networks)' : network;
    say(csvLine([name, ref, visits, measured, bounces, signUps, confirmed, buyers, written(money)]).trimEnd());
  }
  return 0;
}

const linkOf = ({
  network,
  ref,
}: {
  network: string | null;
  ref: string | null;
}): { network: string; ref: string } => ({
  network: network ?? '',
  ref: ref ?? '',
});

const written = (money: ReadonlyMap<string, number>): string =>
  [...money]
    .map(([currency, minor]) => `${currency} ${(minor / 100).toFixed(2)}`)
    .toSorted()
    .join(', ');

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

function readPeriod(words: string[], now: Date): { from: Date; until: Date } | string {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
    const { from, to } = parseArgs({ args: words, options }).values;
    const firstDay = new Date(dayOf(after(monthsBefore(now, trackingKeptMonths), dayMs)));
    const period = {
      from: from === undefined ? firstDay : new Date(from),
      until: to === undefined ? new Date(now.getTime() + dayMs) : new Date(to),
    };
    const wrong = [period.from, period.until].some((day) => Number.isNaN(day.getTime()));
    if (wrong || period.until <= period.from) return '--from and --to are days, the first before the last';
    return period.from < firstDay
      ? `the links of sign-ups are known since ${dayOf(firstDay)}: --from is no earlier day`
      : period;
  } catch (error) {
    return (error as Error).message;
  }
}
