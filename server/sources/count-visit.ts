import type { Tracking } from '../../contract/sources/tracking.ts';
import type { AppContext } from '../context.ts';
import { addBounce, addMeasured, addVisit, countRefs, findNamed, insertVisit } from './queries.ts';
import { networkName, unknownNetwork } from './rules.ts';

/** Visits by a link. Nothing but the link is counted. */
interface Visit {
  /** The key of the site. */
  site: string;
  tracking: Tracking | undefined;
  /** The number of visits, by default 1. */
  times?: number;
}

type Context = Pick<AppContext, 'clock' | 'database'>;

/** Anybody can make up links: beyond this many references a day, the references of a network are counted together. */
const refsMax = 1_000;

/** Counts visits by a link with `lb` (specification, section 4). Unknown network names are counted together. */
export async function countVisit(context: Context, visit: Visit): Promise<void> {
  const row = await rowOf(context, visit);
  const { times = 1 } = visit;
  await context.database.transaction(async (tx) => {
    if ((await tx.run(addVisit, { ...row, times })) > 0) return;
    const { network, day } = row;
    const refs = (await tx.first(countRefs, { network, day }))?.refs ?? 0;
    await tx.run(insertVisit, { ...row, ref: refs < refsMax ? row.ref : '', times });
  });
}

/** Counts a visitor who agreed to measurement: the page reports when it is left. */
export async function countAgreement(context: Context, visit: Visit): Promise<void> {
  await addToVisit(context, visit, addMeasured);
}

/** Counts that a visit ended on its first page. */
export async function countBounce(context: Context, visit: Visit): Promise<void> {
  await addToVisit(context, visit, addBounce);
}

async function addToVisit(context: Context, visit: Visit, add: typeof addMeasured | typeof addBounce): Promise<void> {
  const row = await rowOf(context, visit);
  await context.database.transaction(async (tx) => {
    if ((await tx.run(add, row)) === 0) await tx.run(add, { ...row, ref: '' });
  });
}

async function rowOf({ clock, database }: Context, { site, tracking }: Visit) {
  const name = networkName(tracking);
  const day = clock.now().toISOString().slice(0, 10);
  const ref = tracking?.ref ?? '';
  if (name === undefined) return { network: '', ref, site, day };
  const known = await database.first(findNamed, { name });
  return known ? { network: known.name, ref, site, day } : { network: unknownNetwork, ref: '', site, day };
}
