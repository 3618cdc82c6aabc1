import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the embedded database of a data folder, wherever it lies. */
export function removePlace(dataDir: string): void {
  const pointer = join(dataDir, 'postgres-folder');
  if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true });
  rmSync(pointer, { force: true });
  rmSync(join(dataDir, 'postgres'), { recursive: true, force: true });
}
