import type { QueryClient, QueryKey } from '@tanstack/react-query';

import { keys } from '../cache/query-keys.ts';
import { type User, userQuery } from '../queries.ts';
import { putRecord, recordsOf, removeRecord } from './database.ts';
import { keepPhotos } from './photo-cache.ts';

/** What is kept of a query. Its key in the database is that of the query cache. */
export interface KeptQuery {
  member: string;
  key: string;
  queryKey: QueryKey;
  data: unknown;
  /** When it was fetched, in milliseconds since 1970. */
  at: number;
}

/** The answers that the pages without a connection are made of. A conversation is kept once it was opened here. */
const keptCaches: readonly unknown[] = [keys.user, keys.settings, keys.chats, keys.chat('')].map(([cache]) => cache);
const chatsMax = 20;
const photosMax = 80;
const writeAfterMs = 1_000;

/** Keeps what the member reads, so that it can be read without a connection. Returns a function that ends it. */
export function keepReadable(member: string, queries: QueryClient): () => void {
  const changed = new Set<string>();
  const cache = queries.getQueryCache();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isStillIn = (): boolean => queries.getQueryData<User | null>(userQuery.queryKey)?.id === member;
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const hashes = [...changed];
    changed.clear();
    for (const key of hashes) {
      const query = cache.get(key);
      if (!isStillIn() || query?.state.data === undefined) continue;
      const { data, dataUpdatedAt: at } = query.state;
      if (data === null) await removeRecord('kept', { member, key });
      else await putRecord('kept', { member, key, queryKey: query.queryKey, data, at } as KeptQuery);
    }
    if (hashes.length > 0 && isStillIn()) await tidy(member);
  };
  // Without room or permission, nothing can be read without a connection.
  const writeQuietly = (): void => void write().catch(() => undefined);
  const note = (hash: string, [name]: QueryKey): void => {
    if (!keptCaches.includes(name)) return;
    changed.add(hash);
    timer ??= setTimeout(writeQuietly, writeAfterMs);
  };
  for (const { queryHash, queryKey } of cache.getAll()) note(queryHash, queryKey);
  const stop = cache.subscribe(({ type, query }) => {
    if (type === 'updated') note(query.queryHash, query.queryKey);
  });
  window.addEventListener('visibilitychange', writeQuietly);
  return () => {
    stop();
    clearTimeout(timer);
    window.removeEventListener('visibilitychange', writeQuietly);
  };
}

/** Leaves the conversations that were read last, and keeps the photos of what is left. */
async function tidy(member: string): Promise<void> {
  const records = (await recordsOf('kept', member)) as KeptQuery[];
  const chats = records.filter(({ queryKey }) => queryKey[0] === keys.chat('')[0]);
  const gone = new Set(chats.toSorted((a, b) => b.at - a.at).slice(chatsMax));
  for (const chat of gone) await removeRecord('kept', chat);
  const left = records.filter((record) => !gone.has(record));
  if ('caches' in window) await keepPhotos(member, photosIn(left).slice(0, photosMax));
}

/** The photos of members as they are shown small, and those that were sent. */
function photosIn(records: readonly KeptQuery[]): string[] {
  const links = JSON.stringify(records.map(({ data }) => data)).matchAll(
    /\/media\/(\w+)\/[\w/-]+\/(\w+)\.webp\?[^"]+/g,
  );
  const wanted = [...links].filter(
    ([, kind, variant]) => variant === 'thumb' || (kind === 'chat' && variant === 'match'),
  );
  return [...new Set(wanted.map(([link]) => link))];
}
