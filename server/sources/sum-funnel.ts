import { utcDay } from '../../contract/platform/calendar.ts';
import type { AppContext } from '../context.ts';
import { type ByStaff, recordAct } from '../staff/staff.ts';
import { countSignUps, listNetworks, sumPurchases, sumVisits } from './queries.ts';
import { unknownNetwork } from './rules.ts';

export type FunnelContext = Pick<AppContext, 'clock' | 'database'> & ByStaff;

/** The last day is not included. */
export interface FunnelPeriod {
  from: Date;
  until: Date;
}

/** The figures for visitors who came by one link, or by any link with an unknown network. */
export interface FunnelLine {
  network: string;
  ref: string;
  visits: number;
  /** Visits whose visitors agreed to measurement. */
  measured: number;
  bounces: number;
  signUps: number;
  confirmed: number;
  buyers: number;
  /** The money in minor units, by currency. */
  money: Map<string, number>;
}

/**
 * Sums the funnel of each link: visits with `lb`, then the sign-ups, and what their buyers paid, less returned money.
 */
export async function sumFunnel(context: FunnelContext, period: FunnelPeriod): Promise<FunnelLine[]> {
  const { database } = context;
  await database.transaction((tx) => recordAct(context, tx, { act: 'funnel' }));
  const lines = funnelLines((await database.all(listNetworks)).map(({ name }) => name));
  for (const row of await database.all(sumVisits, { from: utcDay(period.from), until: utcDay(period.until) }))
    lines.add(getLink(row), { visits: row.visits ?? 0, measured: row.measured ?? 0, bounces: row.bounces ?? 0 });
  for (const row of await database.all(countSignUps, period))
    lines.add(getLink(row), { signUps: row.sign_ups, confirmed: row.confirmed });
  for (const row of await database.all(sumPurchases, period))
    lines.addPurchases(getLink(row), { currency: row.currency, minor: row.minor ?? 0, buyers: row.buyers });
  return lines.sorted();
}

const getLink = ({
  network,
  ref,
}: {
  network: string | null;
  ref: string | null;
}): { network: string; ref: string } => ({
  network: network ?? '',
  ref: ref ?? '',
});

type Link = Pick<FunnelLine, 'network' | 'ref'>;
type Counts = Partial<Omit<FunnelLine, 'network' | 'ref' | 'money'>>;

interface FunnelLines {
  add(link: Link, counts: Counts): void;
  /** Buyers in a link's other currencies are taken for those of its main one: almost everybody pays in one currency. */
  addPurchases(link: Link, bought: { currency: string; minor: number; buyers: number }): void;
  sorted(): FunnelLine[];
}

/** Creates the funnel's lines, which count by link. Unknown networks share one, because anybody can make up a link. */
function funnelLines(networks: readonly string[]): FunnelLines {
  const named = new Set(['', ...networks]);
  /** Lines by link, each with the most buyers in one currency. */
  const lines = new Map<string, { line: FunnelLine; buyersByLink: Map<string, number> }>();

  const find = ({ network, ref }: Link) => {
    const link = named.has(network) ? { network, ref } : { network: unknownNetwork, ref: '' };
    const key = formatKey(link);
    const none = { visits: 0, measured: 0, bounces: 0, signUps: 0, confirmed: 0, buyers: 0 };
    const found = lines.get(key) ?? { line: { ...link, ...none, money: new Map() }, buyersByLink: new Map() };
    lines.set(key, found);
    return found;
  };

  return {
    add: (link, counts) => {
      const { line } = find(link);
      for (const [name, count] of Object.entries(counts) as [keyof Counts, number][]) line[name] += count;
    },
    addPurchases: (link, { currency, minor, buyers }) => {
      const { line, buyersByLink } = find(link);
      line.money.set(currency, (line.money.get(currency) ?? 0) + minor);
      const known = buyersByLink.get(formatKey(link)) ?? 0;
      line.buyers += Math.max(0, buyers - known);
      buyersByLink.set(formatKey(link), Math.max(known, buyers));
    },
    sorted: () =>
      [...lines.values()]
        .map(({ line }) => line)
        .toSorted((one, other) => one.network.localeCompare(other.network) || one.ref.localeCompare(other.ref)),
  };
}

const formatKey = ({ network, ref }: Link): string => JSON.stringify([network, ref]);
