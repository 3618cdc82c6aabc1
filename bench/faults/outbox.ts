import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The emails that the app has sent. */
export interface Outbox {
  hasMailTo(address: string): Promise<boolean>;
}

/** Opens the outbox in `folder`. Each email is read only once, because those about orders contain large documents. */
export function openOutbox(folder: string): Outbox {
  const files = new Set<string>();
  const receivers = new Set<string>();
  return {
    hasMailTo: async (address) => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
      for (const name of names) {
        if (files.has(name)) continue;
        receivers.add((JSON.parse(await readFile(join(folder, name), 'utf8')) as { to: string }).to);
        files.add(name);
      }
      return receivers.has(address);
    },
  };
}
