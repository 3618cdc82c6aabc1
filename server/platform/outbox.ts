import { createHmac, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface OutboxEntry {
  id: string;
  channel: 'mail' | 'sms';
  to: string;
  subject: string;
  text: string;
  html: string;
  at: string;
  /** Unsubscribe headers; missing if there is nothing to unsubscribe from. */
  headers?: Record<string, string>;
  /** The content is base64; missing if there are none. */
  attachments?: { filename: string; type: string; content: string }[];
}

/** A keyed hash of the member's id, by which an erasure finds the message. */
type Stored = OutboxEntry & { owner?: string };

/** Replaces everything that delivers messages, until it is configured: a folder with a file per message. */
export interface Outbox {
  add(message: Omit<OutboxEntry, 'id' | 'at'> & { id?: string; about?: MemberId | null }): Promise<void>;
  list(): Promise<OutboxEntry[]>;
  /** Removes messages to a member, at any address or number, and messages to any of these addresses. */
  forget(memberId: MemberId, addresses: readonly string[]): Promise<void>;
}

const listedMax = 500;

export function createOutbox(folder: string, now: () => Date, secret: string): Outbox {
  const deriveOwner = (memberId: MemberId): string =>
    createHmac('sha256', secret).update(`outbox ${memberId}`).digest('base64url');
  let last = 0;
  return {
    add: async ({ id = randomUUID(), about, ...message }) => {
      await mkdir(folder, { recursive: true });
      // File names sort by time: the millisecond, then a counter within it.
      last = Math.max(last + 1, now().getTime() * 1_000);
      const entry: Stored = { id, ...message, at: now().toISOString(), ...(about && { owner: deriveOwner(about) }) };
      const path = join(folder, `${last}-${id}.json`);
      await writeFile(`${path}.part`, JSON.stringify(entry));
      await rename(`${path}.part`, path);
    },
    list: async () => {
      const newest = (await listNames()).sort().reverse().slice(0, listedMax);
      const all = await Promise.all(newest.map(read));
      return all.map(({ owner: _owner, ...entry }) => entry);
    },
    forget: async (memberId, addresses) => {
      const owned = deriveOwner(memberId);
      for (const name of await listNames()) {
        const { owner, to } = await read(name);
        if (owner === owned || addresses.includes(to)) await rm(join(folder, name), { force: true });
      }
    },
  };

  async function listNames(): Promise<string[]> {
    return (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  }

  async function read(name: string): Promise<Stored> {
    return JSON.parse(await readFile(join(folder, name), 'utf8')) as Stored;
  }
}
