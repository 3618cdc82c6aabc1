import { forgetLargeResults } from '../server/members/search/large-results.ts';
import { type Bench, type Figure, percentile } from './lib/bench.ts';
import { type InProcess, openInProcess } from './lib/in-process.ts';
import { type Meter, type Usage, createMeter } from './lib/meter.ts';
import { startPopulation } from './lib/population-database.ts';
import { type Viewer, findViewers, scenarios } from './lib/search-scenarios.ts';

const offered = ['everybody', 'ages 25 to 45', 'with a photo', 'aged 57 or 58', 'one region'];
const pages = [1, 10] as const;

interface Search {
  name: string;
  query(viewer: Viewer, pageNumber: number): object;
}

const searches: readonly Search[] = scenarios
  .filter(({ name }) => offered.includes(name))
  .flatMap((scenario) => {
    const within = (country: (viewer: Viewer) => string): Search['query'] => {
      return (viewer, pageNumber) => ({ ...scenario.query(viewer), country: country(viewer), pageNumber });
    };
    const here = { name: `${scenario.name}, one country`, query: within(({ country }) => country) };
    return scenario.name === 'one region'
      ? [here]
      : [here, { name: `${scenario.name}, all countries`, query: within(() => 'all') }];
  });

export const bench: Bench = {
  question: 'How long does a search without a login take?',
  run: async ({ quick, flags, print }) => {
    const population = await startPopulation(quick ? 2_000 : Number(flags['members'] ?? 1_000_000), print);
    const app = await openInProcess(population.connection, population.at);
    const meter = await createMeter(population.pool);
    const places = await findViewers(population.pool, quick ? 1 : 24);
    const figures: Figure[] = [];
    for (const search of searches) {
      for (const page of pages) figures.push(...(await measure(app, meter, { search, page, places, quick })));
      print(`  ${search.name}`);
    }
    await app.close();
    await population.stop();
    const notes = [
      'p95 over the countries and regions of 24 members, the best of five for each; every search counts afresh',
    ];
    return { figures, notes };
  },
};

interface Measurement {
  search: Search;
  page: number;
  places: readonly Viewer[];
  quick: boolean;
}

async function measure(
  { context, visit }: InProcess,
  meter: Meter,
  { search, page, places, quick }: Measurement,
): Promise<Figure[]> {
  const bests: Usage[] = [];
  for (const place of places) {
    const turns: Usage[] = [];
    for (let turn = 0; turn < (quick ? 1 : 5); turn += 1) {
      forgetLargeResults(context.database);
      turns.push(await meter(() => visit('searchProfiles', search.query(place, page))));
    }
    bests.push({
      wall: Math.min(...turns.map(({ wall }) => wall)),
      cpu: Math.min(...turns.map(({ cpu, wall }) => cpu ?? wall)),
    });
  }
  const p95 = (of: (usage: Usage) => number): number => percentile(bests.map(of), 0.95);
  const figure = { name: `${search.name}, page ${page}`, unit: 'ms' };
  return [
    { ...figure, value: p95(({ wall }) => wall), goal: { atMost: 10 } },
    { ...figure, name: `${figure.name}, of the processor`, value: p95(({ cpu, wall }) => cpu ?? wall) },
  ];
}
