import type { Reader } from './database.ts';

interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * Turns reads of one key each into one read of many: those that are asked for in the same turn of the event loop share
 * a statement and its way to the database and back. Nothing is kept: every caller reads what is there now. `readAll`
 * answers in the order of its keys.
 */
export function gathered<Key, Value>(
  readAll: (reader: Reader, keys: Key[]) => Promise<(Value | undefined)[]>,
): (reader: Reader, key: Key) => Promise<Value | undefined> {
  const lines = new WeakMap<Reader, Waiting<Key, Value>[]>();
  const flush = async (reader: Reader): Promise<void> => {
    const line = lines.get(reader) ?? [];
    lines.delete(reader);
    try {
      const found = await readAll(
        reader,
        line.map(({ key }) => key),
      );
      for (const [index, { resolve }] of line.entries()) resolve(found[index]);
    } catch (error) {
      for (const { reject } of line) reject(error);
    }
  };
  return (reader, key) =>
    new Promise((resolve, reject) => {
      const line = lines.get(reader);
      line?.push({ key, resolve, reject });
      if (line) return;
      lines.set(reader, [{ key, resolve, reject }]);
      setImmediate(() => void flush(reader));
    });
}
