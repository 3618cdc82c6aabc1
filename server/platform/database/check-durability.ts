import type { Database } from './database.ts';
import { readDurability } from './queries.ts';

/** Settings that make commits survive a crash of the database server or its machine. */
export const durabilitySettings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * Throws one error that names every setting with which the database can lose a commit that it confirmed. Read over a
 * connection of the pool, so that overrides for the role or the database count. Every level of `synchronous_commit`
 * except off waits for the local disk.
 */
export async function checkDurability(database: Database): Promise<void> {
  const faults = durabilityFaults(await database.all(readDurability, { names: [...durabilitySettings] }));
  if (faults.length > 0) throw new Error(`Tealight does not start on this database:\n- ${faults.join('\n- ')}`);
}

/** The problems with the reported settings; a setting that is not reported is a problem, too. */
export function durabilityFaults(reported: readonly { name: string; setting: string | null }[]): string[] {
  const settings = new Map(reported.map(({ name, setting }) => [name, setting]));
  return durabilitySettings
    .filter((name) => (settings.get(name) ?? 'off') === 'off')
    .map((name) => `${name} is off: confirmed commits can be lost`);
}
