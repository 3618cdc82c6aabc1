import type { QueryClient, QueryKey } from '@tanstack/react-query';

import type { Chat, Chats } from '../../contract/chat.ts';
import { onGone } from '../cache/apply-to-caches.ts';
import { type Gone, keys } from '../cache/query-keys.ts';
import { type User, userQuery } from '../queries.ts';
import { putRecord, recordsOf, removeRecord } from './database.ts';
import { dropPhotos, keepPhotos } from './photo-cache.ts';

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
    for (const key of hashes) {
      changed.delete(key);
      const query = cache.get(key);
      if (!isStillIn() || query?.state.data === undefined) continue;
      const { data, dataUpdatedAt: at } = query.state;
      try {
        if (data === null) await removeRecord('kept', { member, key });
        else await putRecord('kept', { member, key, queryKey: query.queryKey, data, at } as KeptQuery);
      } catch (error) {
        // Its page may come back after it was left.
        changed.add(key);
        throw error;
      }
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
  // Without a connection nothing else would end what is kept of a conversation. What cannot be reached now is left out when
  // the list is kept next.
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

/** Removes what is kept of a conversation, with its photos. */
async function forget(member: string, gone: Gone): Promise<void> {
  const records = (await recordsOf('kept', member)) as KeptQuery[];
  const isGone = ({ queryKey, data }: KeptQuery): boolean =>
    'conversation' in gone ? queryKey[1] === gone.conversation : (data as Chat).profile.id === gone.profile;
  await leaveOut(member, records, new Set(records.filter((record) => isChat(record) && isGone(record))));
}

/**
 * Leaves the conversations that were read last, and keeps the photos of what is left. One that the whole list does not
 * have was deleted where this page was not told.
 */
async function tidy(member: string): Promise<void> {
  const records = (await recordsOf('kept', member)) as KeptQuery[];
  const list = records.find(({ queryKey }) => queryKey[0] === keys.chats[0])?.data as Chats | undefined;
  const listed = list?.before === null && new Set(list.chats.map(({ conversation }) => conversation.id));
  const chats = records.filter(isChat).toSorted((a, b) => b.at - a.at);
  const unlisted = chats.filter(({ queryKey }) => listed && !listed.has(String(queryKey[1])));
  const left = await leaveOut(member, records, new Set([...unlisted, ...chats.slice(chatsMax)]));
  if ('caches' in window) await keepPhotos(member, photosIn(left).slice(0, photosMax));
}

async function leaveOut(
  member: string,
  records: readonly KeptQuery[],
  gone: ReadonlySet<KeptQuery>,
): Promise<KeptQuery[]> {
  const left = records.filter((record) => !gone.has(record));
  for (const record of gone) await removeRecord('kept', record);
  if (gone.size > 0 && 'caches' in window) {
    // The same photo has another signature in each answer.
    const pathOf = (link: string): string | undefined => link.split('?', 1)[0];
    const stay = new Set(photosIn(left).map(pathOf));
    await dropPhotos(
      member,
      photosIn([...gone]).filter((link) => !stay.has(pathOf(link))),
    );
  }
  return left;
}

/** The photos of members as they are shown small, and those that were sent. */
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
