import type pg from 'pg';

import { profileAttributes } from '../contract/members/attributes.ts';
import { countryCodes } from '../contract/platform/countries.ts';
import { groupsFor } from '../server/members/rules.ts';
import { createLargeResults } from '../server/members/search/large-results.ts';
import type { Bench, Figure } from './lib/bench.ts';
import { openInProcess, type Caller, type InProcess } from './lib/in-process.ts';
import { createMeter, p95OfBest, type Usage } from './lib/measure.ts';
import { startPopulation, type Population } from './lib/population.ts';
import { quoteAll, searches, type Search, type SearchScenario, type Viewer } from './search-scenarios.data.ts';

const pages = [1, 10] as const;
const sizeOfGoal = 1_000_000;

export const bench: Bench = {
  question: 'How long does a search take, from one that finds everybody to one that finds almost nobody?',
  run: async ({ quick, flags, print }) => {
    const sizes = quick ? [2_000] : (flags['members'] ?? `100000,${sizeOfGoal}`).split(',').map(Number);
    const figures: Figure[] = [];
    const smaller = new Map<string, { name: string; value: number }>();
    for (const size of sizes) {
      const population = await startPopulation(size, print);
      const app = await openInProcess(population.connection, population.at);
      const searchers = await findSearchers(population, app, quick ? 1 : 24);
      for (const search of searches.filter(({ name }) => flags['only'] === undefined || name === flags['only'])) {
        for (const page of pages) {
          const costs = await measure(population, app, { search, page, searchers, rounds: quick ? 1 : 5 });
          const name = `${search.name}, page ${page}`;
          figures.push(...buildFigures(name, size, costs, smaller.get(name)));
          smaller.set(name, { name: `at ${size.toLocaleString('en')}`, value: costs.operation.wall });
        }
        print(`  ${search.name} among ${size.toLocaleString('en')}`);
      }
      await app.close();
      await population.stop();
    }
    const notes = [
      'p95 over 24 typical members, the best of five for each; through the dispatcher in the same process, including session and answer check',
      'page 1 always counts afresh; page 10 follows page 1, as in practice',
      'visitors search in the countries and regions of these members',
      'plain SQL: the better of a scan by last activity and a lookup by keys, written by hand without the rules of visibility; 1 GB of shared buffers',
    ];
    return { figures, notes };
  },
};

interface Searcher {
  viewer: Viewer;
  call: Caller;
}

async function findSearchers({ pool }: Population, app: InProcess, count: number): Promise<Searcher[]> {
  const viewers = await findViewers(pool, count);
  return Promise.all(viewers.map(async (viewer) => ({ viewer, call: await app.logIn(viewer.member_id) })));
}

type Costs = Awaited<ReturnType<typeof measure>>;

/** Measures a search. Operation and plain SQL alternate, so that other load affects both. */
async function measure(
  { pool, at }: Population,
  { context, visit }: InProcess,
  { search, page, searchers, rounds }: { search: Search; page: number; searchers: readonly Searcher[]; rounds: number },
) {
  const meter = createMeter(pool);
  const measured = searchers.map(() => ({ operation: [] as Usage[], latest: [] as Usage[], keys: [] as Usage[] }));
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { viewer, call }] of searchers.entries()) {
      const { scenario } = search;
      const run = (pageNumber: number): Promise<unknown> =>
        (scenario ? call : visit)('searchProfiles', { ...search.query(viewer), pageNumber });
      context.memory(createLargeResults).clear();
      if (scenario && page > 1) await run(1);
      measured[index]?.operation.push(await meter(() => run(page)));
      const plain = scenario && plainSearch(scenario, viewer, { at, page });
      for (const way of ['latest', 'keys'] as const) {
        const texts = plain?.[way];
        if (!texts) continue;
        const queries = (): Promise<unknown> => Promise.all([pool.query(texts.page), pool.query(texts.count)]);
        measured[index]?.[way].push(await meter(queries));
      }
    }
  const [latest, keys] = (['latest', 'keys'] as const).map((way) =>
    p95OfBest(measured.flatMap((one) => (one[way].length > 0 ? [one[way]] : []))),
  );
  const better = keys && latest && keys.wall < latest.wall ? keys : latest;
  return {
    operation: p95OfBest(measured.map(({ operation }) => operation)),
    plain: search.scenario && better,
  };
}

function buildFigures(name: string, size: number, costs: Costs, growth: Figure['limit']): Figure[] {
  const { operation, plain } = costs;
  const isGoal = size === sizeOfGoal;
  const figure = { name: `${name}, ${size.toLocaleString('en')}`, value: operation.wall, unit: 'ms' };
  return [
    { ...figure, ...(isGoal && { goal: { atMost: 10 } }) },
    { ...figure, name: `${figure.name}, of the processor`, value: operation.cpu },
    ...(plain ? [{ ...figure, limit: { name: 'plain SQL', value: plain.wall }, goal: { atMost: 3 } }] : []),
    ...(growth ? [{ ...figure, limit: growth, ...(isGoal && { goal: { atMost: 2 } }) }] : []),
  ];
}

export async function findViewers(pool: pg.Pool, count: number): Promise<Viewer[]> {
  const { rows } = await pool.query<Viewer>(
    `select member_id, gender, sexuality, country, region, town from profiles
      where status = 'active' and town is not null order by member_id limit $1`,
    [count],
  );
  return rows;
}

/** Writes SQL by hand for a scenario: a page of rows and a bounded count, without visibility rules. */
function plainSearch(scenario: SearchScenario, viewer: Viewer, { at, page }: { at: Date; page: number }) {
  const groups = groupsFor(viewer, undefined);
  const segments = (scenario.everywhere ? countryCodes : [viewer.country]).flatMap((country) =>
    groups.map(({ gender, seeks }) => `default/${country}/${gender}/${seeks}`),
  );
  const where = scenario.where(viewer, at);
  const order = 'order by last_active_at desc, member_id';
  const rows = (
    ids: string,
  ): string => `select p.*, m.paid_at from (${ids}) i join profiles p using (member_id) join members m
    using (member_id) order by p.last_active_at desc, p.member_id`;
  const offset = (page - 1) * 24;
  const members = (segment: string): string =>
    `select member_id, last_active_at from searchable where segment = '${segment}' and ${where}`;
  const merged = segments.map((segment) => `(${members(segment)} ${order} limit ${offset + 24})`).join(' union all ');
  const latest = {
    page: rows(`select member_id from (${merged}) u ${order} limit 24 offset ${offset}`),
    count: `select count(*) from (${segments.map(members).join(' union all ')} limit 1001) u`,
  };
  if (!scenario.traits) return { latest };
  const keys = scenario
    .traits(viewer)
    .map((traits) => segments.flatMap((one) => traits.map((trait) => `${one}/${trait}`)));
  const having = `select member_id, last_active_at from profiles where ${findable} and ${where}
    and ${keys.map((list) => `${searchKeys} && array[${quoteAll(list)}]`).join(' and ')}`;
  const byKeys = {
    page: rows(`${having} ${order} limit 24 offset ${offset}`),
    count: `select count(*) from (${having} limit 1001) u`,
  };
  return { latest, keys: byKeys };
}

const findable = `status = 'active' and not invisible and (main_photo_status is null or main_photo_status = 'approved')`;
const searchKeys = `search_keys(segment_of(pool, country, gender, sexuality), date_of_birth, main_photo_status, region, town,
  ${profileAttributes.join(', ')}, interests, languages)`;
