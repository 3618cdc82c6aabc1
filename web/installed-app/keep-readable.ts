import type { QueryClient, QueryKey } from '@tanstack/react-query';

import type { Chat, Chats } from '../../contract/chat/operations.ts';
import { type Gone, onGone } from '../cache/apply-to-caches.ts';
import { type User, keys, userQuery } from '../platform/calls/queries.ts';
import { putRecord, listRecords, removeRecord } from '../platform/storage/database.ts';
import { dropPhotos, keepPhotos } from './photo-cache.ts';

/** A query as it is kept. Its key in the database is its hash in the query cache. */
export interface KeptQuery {
  member: MemberId;
  key: string;
  queryKey: QueryKey;
  data: unknown;
  at: number;
}

/** The queries that offline pages need. A conversation is kept once it has been opened here. */
const keptCaches: readonly unknown[] = [keys.user, keys.settings, keys.chats, keys.chat('')].map(([cache]) => cache);
const chatsMax = 20;
const photosMax = 80;
const writeAfterMs = 1_000;

/** Keeps a copy of the data that the member reads, for offline use. Returns a function that stops it. */
export function keepReadable(member: MemberId, queries: QueryClient): () => void {
  const changed = new Set<string>();
  const cache = queries.getQueryCache();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isStillIn = (): boolean => queries.getQueryData<User | null>(userQuery.queryKey)?.id === member;
  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const hashes = [...changed];
    for (const key of hashes) {
      changed.delete(key);
      const query = cache.get(key);
      if (!isStillIn() || query?.state.data === undefined) continue;
      const { data, dataUpdatedAt: at } = query.state;
      try {
        if (data === null) await removeRecord('kept', { member, key });
        else await putRecord('kept', { member, key, queryKey: query.queryKey, data, at } as KeptQuery);
      } catch (error) {
        // Try again later: the page may come back after it was left.
        changed.add(key);
        throw error;
      }
    }
    if (hashes.length > 0 && isStillIn()) await tidy(member);
  };
  // If storage is full or forbidden, nothing can be read offline.
  const writeQuietly = (): void => void write().catch(() => undefined);
  const markChanged = (hash: string, [name]: QueryKey): void => {
    if (!keptCaches.includes(name)) return;
    changed.add(hash);
    timer ??= setTimeout(writeQuietly, writeAfterMs);
  };
  for (const { queryHash, queryKey } of cache.getAll()) markChanged(queryHash, queryKey);
  const stop = cache.subscribe(({ type, query }) => {
    if (type === 'updated') markChanged(query.queryHash, query.queryKey);
  });
  // Offline, nothing else would remove a conversation's copy. If this fails, the next `tidy` removes it.
  const stopForgetting = onGone((gone) => void forget(member, gone).catch(() => undefined));
  window.addEventListener('visibilitychange', writeQuietly);
  return () => {
    stop();
    stopForgetting();
    clearTimeout(timer);
    window.removeEventListener('visibilitychange', writeQuietly);
  };
}

const isChat = ({ queryKey }: KeptQuery): boolean => queryKey[0] === keys.chat('')[0];

async function forget(member: MemberId, gone: Gone): Promise<void> {
  const records = (await listRecords('kept', member)) as KeptQuery[];
  const isGone = ({ queryKey, data }: KeptQuery): boolean =>
    'conversation' in gone ? queryKey[1] === gone.conversation : (data as Chat).profile.id === gone.profile;
  await leaveOut(member, records, new Set(records.filter((record) => isChat(record) && isGone(record))));
}

/** Keeps only the latest conversations and their photos. One missing from a complete list was deleted elsewhere. */
async function tidy(member: MemberId): Promise<void> {
  const records = (await listRecords('kept', member)) as KeptQuery[];
  const list = records.find(({ queryKey }) => queryKey[0] === keys.chats[0])?.data as Chats | undefined;
  const listed = list?.before === null && new Set<string>(list.chats.map(({ conversation }) => conversation.id));
  const chats = records.filter(isChat).toSorted((a, b) => b.at - a.at);
  const unlisted = chats.filter(({ queryKey }) => listed && !listed.has(String(queryKey[1])));
  const left = await leaveOut(member, records, new Set([...unlisted, ...chats.slice(chatsMax)]));
  if ('caches' in window) await keepPhotos(member, photosIn(left).slice(0, photosMax));
}

async function leaveOut(
  member: MemberId,
  records: readonly KeptQuery[],
  gone: ReadonlySet<KeptQuery>,
): Promise<KeptQuery[]> {
  const left = records.filter((record) => !gone.has(record));
  for (const record of gone) await removeRecord('kept', record);
  if (gone.size > 0 && 'caches' in window) {
    // The same photo has another signature in each response.
    const parsePath = (link: string): string | undefined => link.split('?', 1)[0];
    const stay = new Set(photosIn(left).map(parsePath));
    await dropPhotos(
      member,
      photosIn([...gone]).filter((link) => !stay.has(parsePath(link))),
    );
  }
  return left;
}

function photosIn(records: readonly KeptQuery[]): string[] {
  const links = JSON.stringify(records.map(({ data }) => data)).match(/(?<=")\/media\/[^"?]+\?[^"]+/g) ?? [];
  const wanted = links.filter((link) => {
    const [path = ''] = link.split('?', 1);
    const [kind, ...rest] = path.split('/').slice(2);
    const file = rest.at(-1);
    return file === 'thumb.webp' || (kind === 'chat' && file === 'match.webp');
  });
  return [...new Set(wanted)];
}
