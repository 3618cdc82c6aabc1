import type { Database } from './database.ts';
import { readDurability } from './queries.ts';

/** Settings that make a commit survive a crash of the database server or of its machine. */
export const durabilitySettings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * Throws one error that names every setting of the database that lets it lose what it confirmed: a message or a
 * payment is told to its member only because it is on the disk. Asked over a connection of the pool, so that what a
 * role or a database overrides counts. Any level of `synchronous_commit` but off waits for the own disk.
 */
export async function checkDurability(database: Database): Promise<void> {
  const faults = durabilityFaults(await database.all(readDurability, [[...durabilitySettings]]));
  if (faults.length > 0) throw new Error(`Tealight does not start on this database:\n- ${faults.join('\n- ')}`);
}

/** What is wrong with the settings that a database server reports; a setting it does not report is wrong too. */
export function durabilityFaults(reported: readonly { name: string; setting: string }[]): string[] {
  const settings = new Map(reported.map(({ name, setting }) => [name, setting]));
  return durabilitySettings
    .filter((name) => (settings.get(name) ?? 'off') === 'off')
    .map((name) => `${name} is off: what it confirms can be lost`);
}
