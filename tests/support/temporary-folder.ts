import { chmodSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a new folder that other accounts may enter. `mkdtemp` creates closed ones. Under root, PostgreSQL runs as
 * another account, would then keep its data elsewhere, and a test would leave more behind than its folder.
 */
export function makeOpenFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'tealight-test-'));
  chmodSync(folder, 0o755);
  return folder;
}
