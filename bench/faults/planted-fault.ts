import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { root } from '../lib/database.ts';

/** A deliberate bug in a copy of the built app. It proves that the checks would detect such a bug. */
export interface PlantedFault {
  name: string;
  mistake: string;
  patches: { file: string; find: string; replace: string }[];
  /** Removes the constraints that would prevent the bug, since it must be detected, not refused. */
  sql?: string[];
}

/** Throws unless each text to replace occurs exactly once: otherwise the patch must follow the product. */
export async function patchedFiles({ name, patches }: PlantedFault): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { file, find, replace } of patches) {
    const text = files.get(file) ?? (await readFile(join(root, 'build', file), 'utf8'));
    const times = text.split(find).length - 1;
    if (times !== 1)
      throw new Error(`planted fault ${name}: the text to replace occurs ${times} times in ${file}:\n${find}`);
    files.set(
      file,
      text.replace(find, () => replace),
    );
  }
  return files;
}

/** Copies the built app to `.cache/faults/planted/<name>` and patches the copy. Returns its folder. */
export async function buildWithFault(fault: PlantedFault): Promise<string> {
  const folder = join(root, '.cache/faults/planted', fault.name);
  const files = await patchedFiles(fault);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'build'), { recursive: true });
  for (const part of ['contract', 'locales', 'mocks', 'server'])
    await cp(join(root, 'build', part), join(folder, 'build', part), { recursive: true });
  for (const part of ['build/web', 'locales', 'migrations', 'node_modules', 'package.json'])
    await symlink(join(root, part), join(folder, part));
  for (const [file, text] of files) await writeFile(join(folder, 'build', file), text);
  return folder;
}
