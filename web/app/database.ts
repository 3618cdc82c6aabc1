/**
 * What this browser keeps for a member: messages that are not sent yet, and what can be read without a connection. Every
 * record names its member, so that nobody else's is ever read. Pages and the service worker share the database.
 */
const name = 'tealight';
const stores = ['outbox', 'kept'] as const;

export type StoreName = (typeof stores)[number];

export interface MemberRecord {
  member: string;
  key: string;
}

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: ['member', 'key'] });
    });
    request.addEventListener('success', () => {
      const reopen = (): void => {
        request.result.close();
        opening = undefined;
      };
      request.result.addEventListener('versionchange', reopen);
      request.result.addEventListener('close', reopen);
      resolve(request.result);
    });
    request.addEventListener('error', () => {
      opening = undefined;
      reject(request.error ?? new Error('no database'));
    });
  });
  return opening;
}

/** Resolves with the request's result once the transaction is complete. */
async function transact<T>(
  store: StoreName,
  mode: IDBTransactionMode,
  work: (records: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await open()).transaction(store, mode, { durability: 'strict' });
  const request = work(transaction.objectStore(store));
  await new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('no room')));
  });
  return request.result;
}

/** All records of a member. */
export function recordsOf(store: StoreName, member: string): Promise<unknown[]> {
  // Arrays sort after all strings.
  return transact(store, 'readonly', (records) => records.getAll(IDBKeyRange.bound([member], [member, []])));
}

/** The members who have records. */
export async function membersIn(store: StoreName): Promise<string[]> {
  const keys = await transact(store, 'readonly', (records) => records.getAllKeys());
  return [...new Set(keys.map((key) => (key as [string, string])[0]))];
}

export async function putRecord(store: StoreName, record: MemberRecord): Promise<void> {
  await transact(store, 'readwrite', (records) => records.put(record));
}

/** Replaces a record, unless it was removed meanwhile. */
export async function replaceRecord(store: StoreName, record: MemberRecord): Promise<void> {
  await transact(store, 'readwrite', (records) => {
    const found = records.getKey([record.member, record.key]);
    found.addEventListener('success', () => {
      if (found.result !== undefined) records.put(record);
    });
    return found;
  });
}

export async function removeRecord(store: StoreName, { member, key }: MemberRecord): Promise<void> {
  await transact(store, 'readwrite', (records) => records.delete([member, key]));
}

/**
 * Removes the records of all other members; of everybody when `member` is null. What `waits`, whose session has merely
 * ended, had not sent stays.
 */
export async function keepRecordsOf(member: string | null, waits: string | null): Promise<void> {
  for (const store of stores) {
    const stays = [member, store === 'outbox' ? waits : null];
    await transact(store, 'readwrite', (records) => {
      const keys = records.getAllKeys();
      keys.addEventListener('success', () => {
        for (const key of keys.result) if (!stays.includes((key as [string, string])[0])) records.delete(key);
      });
      return keys;
    });
  }
}
