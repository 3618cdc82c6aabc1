import type { Reader } from './database.ts';

interface Pending<Key, Value> {
  key: Key;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * Makes keys that are requested in one turn of the event loop share a statement. `readAll` returns one value per key,
 * in order.
 */
export function batchReads<Key, Value>(
  readAll: (reader: Reader, keys: Key[]) => Promise<(Value | undefined)[]>,
): (reader: Reader, key: Key) => Promise<Value | undefined> {
  const pendingReads = new WeakMap<Reader, Pending<Key, Value>[]>();
  const flush = async (reader: Reader): Promise<void> => {
    const pending = pendingReads.get(reader) ?? [];
    pendingReads.delete(reader);
    try {
      const values = await readAll(
        reader,
        pending.map(({ key }) => key),
      );
      for (const [index, { resolve }] of pending.entries()) resolve(values[index]);
    } catch (error) {
      for (const { reject } of pending) reject(error);
    }
  };
  return (reader, key) =>
    new Promise((resolve, reject) => {
      const pending = pendingReads.get(reader);
      pending?.push({ key, resolve, reject });
      if (pending) return;
      pendingReads.set(reader, [{ key, resolve, reject }]);
      setImmediate(() => void flush(reader));
    });
}
