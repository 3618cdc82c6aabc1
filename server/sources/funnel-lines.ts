import { unknownNetwork } from './rules.ts';

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
  /** In minor units, by currency. */
  money: Map<string, number>;
}

type Link = Pick<FunnelLine, 'network' | 'ref'>;
type Counts = Partial<Omit<FunnelLine, 'network' | 'ref' | 'money'>>;

interface FunnelLines {
  add(link: Link, counts: Counts): void;
  /**
   * Almost everybody pays in one currency, so the buyers of a link are those of its currency with the most buyers;
   * buyers in its other currencies are taken for the same people.
   */
  addPurchases(link: Link, bought: { currency: string; minor: number; buyers: number }): void;
  sorted(): FunnelLine[];
}

/**
 * Collects lines by network and reference. Names that are not in `networks` share one line, whatever their references,
 * because anybody can make up a link. A link without a network is not such a name.
 */
export function funnelLines(networks: readonly string[]): FunnelLines {
  const named = new Set(['', ...networks]);
  /** Lines by link, each with the most buyers in one currency. */
  const lines = new Map<string, { line: FunnelLine; buyersByLink: Map<string, number> }>();

  const find = ({ network, ref }: Link) => {
    const link = named.has(network) ? { network, ref } : { network: unknownNetwork, ref: '' };
    const key = keyOf(link);
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
      const known = buyersByLink.get(keyOf(link)) ?? 0;
      line.buyers += Math.max(0, buyers - known);
      buyersByLink.set(keyOf(link), Math.max(known, buyers));
    },
    sorted: () =>
      [...lines.values()]
        .map(({ line }) => line)
        .toSorted((one, other) => one.network.localeCompare(other.network) || one.ref.localeCompare(other.ref)),
  };
}

const keyOf = ({ network, ref }: Link): string => JSON.stringify([network, ref]);
