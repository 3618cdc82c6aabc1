import { inTime, storeLimitMs } from './in-time.ts';

/** Unsent messages, and data for reading offline. Every record names its member, so nobody else's is read. */
const name = 'tealight';
const stores = ['outbox', 'kept'] as const;

export type StoreName = (typeof stores)[number];

/**
 * The key in localStorage that is set while database and caches may still have other members' data. The value is the
 * member whose browser this is, or empty: only their data is shown, and the next page removes the rest.
 */
export const leftBehind = 'tealight.left-behind';

export interface MemberRecord {
  member: MemberId;
  key: string;
}

let opening: Promise<IDBDatabase> | undefined;
/** Transactions that wait for a result before their next request. */
const unfinished = new Set<IDBTransaction>();
let isLeft = false;

function abortUnfinished(): void {
  for (const transaction of unfinished)
    try {
      transaction.abort();
    } catch {
      // The transaction has ended, and its event is still to come.
    }
}

// WebKit never ends a transaction whose page is gone, and its store stays locked until the browser is closed. So none
// is open when a page ends or is frozen, and none begins afterwards: `visibilitychange` follows `pagehide`.
if ('window' in globalThis) {
  window.addEventListener('pagehide', () => {
    isLeft = true;
    abortUnfinished();
  });
  window.addEventListener('pageshow', () => (isLeft = false));
  window.addEventListener('freeze', abortUnfinished, { capture: true });
}

export function openDatabase(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.addEventListener('upgradeneeded', () => {
      for (const store of stores) request.result.createObjectStore(store, { keyPath: ['member', 'key'] });
      request.transaction?.commit();
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
  return inTime(opening, storeLimitMs);
}

/**
 * Resolves once the transaction is complete; rejects if that takes too long. `asksMore`: `work` makes more requests
 * after its first result. All other transactions are committed at once, so that they complete even if the page ends.
 */
async function transact<T>(
  store: StoreName,
  mode: IDBTransactionMode,
  work: (records: IDBObjectStore) => IDBRequest<T>,
  asksMore = false,
): Promise<T> {
  const database = await openDatabase();
  if (isLeft) throw new DOMException('the page is being left', 'AbortError');
  const transaction = database.transaction(store, mode, { durability: 'strict' });
  const request = work(transaction.objectStore(store));
  const complete = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('no room')));
  });
  if (asksMore) unfinished.add(transaction);
  else transaction.commit();
  await inTime(complete, storeLimitMs).finally(() => unfinished.delete(transaction));
  return request.result;
}

export function listRecords(store: StoreName, member: MemberId): Promise<unknown[]> {
  // Arrays sort after all strings.
  return transact(store, 'readonly', (records) => records.getAll(IDBKeyRange.bound([member], [member, []])));
}

export async function membersIn(store: StoreName): Promise<MemberId[]> {
  const keys = await transact(store, 'readonly', (records) => records.getAllKeys());
  return [...new Set(keys.map((key) => (key as [MemberId, string])[0]))];
}

export async function putRecord(store: StoreName, record: MemberRecord): Promise<void> {
  await transact(store, 'readwrite', (records) => records.put(record));
}

export async function replaceRecord(store: StoreName, record: MemberRecord): Promise<void> {
  const replace = (records: IDBObjectStore): IDBRequest => {
    const found = records.getKey([record.member, record.key]);
    found.addEventListener('success', () => {
      if (found.result !== undefined) records.put(record);
    });
    return found;
  };
  await transact(store, 'readwrite', replace, true);
}

export async function removeRecord(store: StoreName, { member, key }: MemberRecord): Promise<void> {
  await transact(store, 'readwrite', (records) => records.delete([member, key]));
}

/**
 * Deletes the records of other members, or everybody's if `member` is null. The `outbox` records of `waits`, whose
 * session has expired, stay.
 */
export async function deleteOthersRecords(member: MemberId | null, waits: MemberId | null): Promise<void> {
  const removeFrom = (store: StoreName): Promise<unknown> => {
    const stay = [member, store === 'outbox' ? waits : null].filter((one) => one !== null).toSorted();
    return transact(store, 'readwrite', (records) => {
      const [first, second = first] = stay;
      if (first === undefined || second === undefined) return records.clear();
      records.delete(IDBKeyRange.upperBound([first], true));
      if (first !== second) records.delete(IDBKeyRange.bound([first, []], [second], true, true));
      return records.delete(IDBKeyRange.lowerBound([second, []], true));
    });
  };
  await Promise.all(stores.map(removeFrom));
}
