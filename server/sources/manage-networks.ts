import type { AppContext } from '../context.ts';
import type { RowOf } from '../platform/database/database.ts';
import { type ByStaff, recordAct } from '../staff/staff.ts';
import { addNetwork, countPostbacks, endNetwork, listNetworks } from './queries.ts';

export type NetworkContext = Pick<AppContext, 'clock' | 'config' | 'database'> & ByStaff;

export interface NewNetwork {
  name: string;
  signUpUrl: string | null;
  firstPurchaseUrl: string | null;
}

/** Adds a network; false if it exists already. */
export async function addNamedNetwork(context: NetworkContext, { network }: { network: NewNetwork }): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    const isAdded = (await tx.run(addNetwork, { ...network, now: context.clock.now() })) > 0;
    if (isAdded) await recordAct(context, tx, { act: 'networks-add', about: network.name });
    return isAdded;
  });
}

export interface KnownNetwork {
  network: RowOf<typeof listNetworks>;
  /** The postbacks by their state. */
  counts: RowOf<typeof countPostbacks>[];
}

export async function listAllNetworks(context: NetworkContext): Promise<KnownNetwork[]> {
  return context.database.transaction(async (tx) => {
    await recordAct(context, tx, { act: 'networks-list' });
    const counts = await tx.all(countPostbacks);
    return (await tx.all(listNetworks)).map((network) => ({
      network,
      counts: counts.filter((count) => count.network === network.name),
    }));
  });
}

/** Ends a network; false if it is not active. */
export async function endNamedNetwork(context: NetworkContext, { name }: { name: string }): Promise<boolean> {
  return context.database.transaction(async (tx) => {
    const isEnded = (await tx.run(endNetwork, { name, now: context.clock.now() })) > 0;
    if (isEnded) await recordAct(context, tx, { act: 'networks-end', about: name });
    return isEnded;
  });
}
