import type { Bench } from './bench.ts';

/** The figures of a quick run, by name. Goals are not checked. */
export async function quickFigures(bench: Bench): Promise<Record<string, number>> {
  const { figures } = await bench.run({ quick: true, flags: {}, print: () => undefined });
  return Object.fromEntries(figures.map(({ name, value }) => [name, value]));
}
