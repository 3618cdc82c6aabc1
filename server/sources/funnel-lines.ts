import { unknownNetwork } from './rules.ts';

/** What became of those who came by one link, or by any that names no network of ours. */
export interface FunnelLine {
  network: string;
  ref: string;
  visits: number;
  /** Of these, those whose visitors let the page tell when it is left. */
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

/**
 * Lines by network and reference. Names that stand in no `networks` are one line, whatever references they come with:
 * anybody can make up a link. No network at all is no such name.
 */
export class FunnelLines {
  readonly #lines = new Map<string, FunnelLine>();
  /** The most buyers in one currency, by link. */
  readonly #buyers = new Map<string, number>();
  readonly #networks: ReadonlySet<string>;

  constructor(networks: readonly string[]) {
    this.#networks = new Set(['', ...networks]);
  }

  add(link: Link, counts: Counts): void {
    const line = this.#lineOf(link);
    for (const [name, count] of Object.entries(counts) as [keyof Counts, number][]) line[name] += count;
  }

  /** Almost everybody pays in one currency; of one link, whoever changed it is the same buyer. */
  addPurchases(link: Link, bought: { currency: string; minor: number; buyers: number }): void {
    const line = this.#lineOf(link);
    line.money.set(bought.currency, (line.money.get(bought.currency) ?? 0) + bought.minor);
    const key = JSON.stringify([link.network, link.ref]);
    const known = this.#buyers.get(key) ?? 0;
    line.buyers += Math.max(0, bought.buyers - known);
    this.#buyers.set(key, Math.max(known, bought.buyers));
  }

  sorted(): FunnelLine[] {
    return [...this.#lines.values()].toSorted(
      (one, other) => one.network.localeCompare(other.network) || one.ref.localeCompare(other.ref),
    );
  }

  #lineOf({ network, ref }: Link): FunnelLine {
    const link = this.#networks.has(network) ? { network, ref } : { network: unknownNetwork, ref: '' };
    const key = JSON.stringify([link.network, link.ref]);
    const line = this.#lines.get(key) ?? {
      ...link,
      visits: 0,
      measured: 0,
      bounces: 0,
      signUps: 0,
      confirmed: 0,
      buyers: 0,
      money: new Map<string, number>(),
    };
    this.#lines.set(key, line);
    return line;
  }
}
