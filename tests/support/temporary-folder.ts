import { chmodSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder that other accounts may pass through. `mkdtemp` makes closed ones, and under root PostgreSQL runs as
 * another account: it then keeps its data elsewhere, and a test leaves more behind than its folder.
 */
export function makeOpenFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'tealight-test-'));
  chmodSync(folder, 0o755);
  return folder;
}
