import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { root } from '../lib/database.ts';

/** A fault that is planted into a copy of the built app, so that the checker can show that it would find it. */
export interface Plant {
  name: string;
  /** What the faulty programmer thought. */
  story: string;
  patches: { file: string; find: string; replace: string }[];
  /** What the database would have prevented, taken away: the fault must be seen, not refused. */
  sql?: string[];
}

/**
 * The files of the built app with the fault in them, by name. Throws when a text to replace is not there exactly once:
 * then the product changed, and the plant has to follow it.
 */
export async function plantIn({ name, patches }: Plant): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { file, find, replace } of patches) {
    const text = files.get(file) ?? (await readFile(join(root, 'build', file), 'utf8'));
    const times = text.split(find).length - 1;
    if (times !== 1) throw new Error(`plant ${name}: the text to replace is ${times} times in ${file}:\n${find}`);
    files.set(
      file,
      text.replace(find, () => replace),
    );
  }
  return files;
}

/** Copies the built app into `.cache/faults/plants/<name>` and plants the fault there. Returns the folder. */
export async function buildPlant(plant: Plant): Promise<string> {
  const folder = join(root, '.cache/faults/plants', plant.name);
  const planted = await plantIn(plant);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'build'), { recursive: true });
  for (const part of ['contract', 'locales', 'mocks', 'server'])
    await cp(join(root, 'build', part), join(folder, 'build', part), { recursive: true });
  for (const part of ['build/web', 'locales', 'migrations', 'node_modules', 'package.json'])
    await symlink(join(root, part), join(folder, part));
  for (const [file, text] of planted) await writeFile(join(folder, 'build', file), text);
  return folder;
}
