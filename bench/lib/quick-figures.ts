import type { Bench } from './bench.ts';

/** What a quick run of a bench measures, by name. No time is judged. */
export async function quickFigures(bench: Bench): Promise<Record<string, number>> {
  const { figures } = await bench.run({ quick: true, flags: {}, print: () => undefined });
  return Object.fromEntries(figures.map(({ name, value }) => [name, value]));
}
