import type pg from 'pg';

import { type Bench, type Figure, percentile } from './lib/bench.ts';
import { createMeter } from './lib/meter.ts';
import { startPopulation } from './lib/population-database.ts';

/** Indexes that need new entries when a profile is written. */
const indexes = ['searchable_latest', 'searchable_near', 'searchable_for_visitors'] as const;

const works = [
  {
    name: 'recording an activity',
    text: `update profiles set last_active_at = last_active_at + interval '1 second' where member_id = any($1::uuid[])`,
  },
  {
    name: 'an edit of a profile',
    text: `update profiles set hair_color = case when hair_color = 'red' then 'black' else 'red' end where member_id = any($1::uuid[])`,
  },
] as const;

interface Cost {
  micros: number;
  bytes: number;
}

export const bench: Bench = {
  question: 'What does each index of the search cost when something is written?',
  run: async ({ quick, flags, print }) => {
    const [members, changed, rounds] = quick ? [500, 20, 1] : [Number(flags['members'] ?? 100_000), 1_000, 15];
    const population = await startPopulation(members, print, { name: `writing-${members}` });
    const { rows } = await population.pool.query<{ member_id: string }>(
      'select member_id from searchable order by md5(member_id::text) limit $1',
      [changed],
    );
    const ids = rows.map(({ member_id }) => member_id);
    const figures: Figure[] = [];
    for (const work of works) figures.push(...(await measure(population.pool, { ids, work, rounds })));
    await population.stop();
    const notes = [
      `${changed.toLocaleString('en')} of ${members.toLocaleString('en')} members in one statement, undone afterwards; the median of ${rounds} rounds`,
      'an index costs what is saved when it is dropped first, within the same transaction',
    ];
    return { figures, notes };
  },
};

interface Writing {
  ids: readonly string[];
  work: (typeof works)[number];
  rounds: number;
}

/** Measures with all indexes and without each in turn, so that other load affects all of them. */
async function measure(pool: pg.Pool, { ids, work, rounds }: Writing): Promise<Figure[]> {
  const costs = new Map<string | null, Cost[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const without of [null, ...indexes]) {
      const cost = await measureCost(pool, work.text, ids, without);
      costs.set(without, [...(costs.get(without) ?? []), cost]);
    }
    // Rolled-back writes leave dead entries.
    await pool.query('vacuum profiles, searchable');
  }
  const median = (without: string | null, of: (cost: Cost) => number): number =>
    percentile((costs.get(without) ?? []).map(of), 0.5);
  return [
    { of: ({ micros }: Cost) => micros, unit: 'µs', what: 'of the processor' },
    { of: ({ bytes }: Cost) => bytes, unit: 'bytes', what: 'of log' },
  ].flatMap(({ of, unit, what }) => {
    const all = median(null, of);
    return [
      { name: `${work.name}, ${what}`, value: all, unit },
      ...indexes.map((index) => ({ name: `  of these for ${index}`, value: all - median(index, of), unit })),
    ];
  });
}

async function measureCost(pool: pg.Pool, text: string, ids: readonly string[], without: string | null): Promise<Cost> {
  const client = await pool.connect();
  try {
    const written = async (): Promise<number> =>
      Number((await client.query(`select pg_current_wal_insert_lsn() - '0/0' as at`)).rows[0].at);
    const meter = await createMeter(pool);
    await client.query('begin');
    if (without) await client.query(`drop index ${without}`);
    // The first write after a checkpoint logs full pages, which would hide the cost of the rest.
    await client.query(text, [ids]);
    const before = await written();
    const { cpu, wall } = await meter(() => client.query(text, [ids]));
    const bytes = (await written()) - before;
    await client.query('rollback');
    return { micros: ((cpu ?? wall) * 1_000) / ids.length, bytes: bytes / ids.length };
  } finally {
    client.release();
  }
}
