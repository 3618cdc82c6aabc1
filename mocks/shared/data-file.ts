import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

export type DataFile = {
  /** Marks the store as changed, for the next flush. */
  touch(): void;
  /** Resolves when every change so far is on disk. */
  flush(): Promise<void>;
};

async function loadFile<State>(dataFile: string | undefined): Promise<Partial<State>> {
  if (dataFile === undefined) return {};
  let text: string;
  try {
    text = await readFile(dataFile, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  try {
    return JSON.parse(text) as Partial<State>;
  } catch (cause) {
    throw new Error(`The payment provider cannot read its data file ${dataFile}`, { cause });
  }
}

/**
 * Keeps the state in a file. A write goes to a temporary file that is then renamed, so a crash leaves either the old
 * state or the new one.
 */
function keepInFile(dataFile: string, serialise: () => string): DataFile {
  let isDirty = false;
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    const beside = `${dataFile}.${process.pid}.new`;
    try {
      await mkdir(path.dirname(dataFile), { recursive: true });
      while (isDirty) {
        isDirty = false;
        await writeFile(beside, serialise(), { mode: 0o600 });
        await rename(beside, dataFile);
      }
    } catch (error) {
      isDirty = true;
      throw error;
    } finally {
      // In the same tick as the last check of `isDirty`, so that a later flush starts a new writer.
      writing = undefined;
    }
  }

  return {
    touch: () => void (isDirty = true),
    flush: async () => {
      if (isDirty) writing ??= write();
      await writing;
    },
  };
}

const inMemory: DataFile = { touch: () => undefined, flush: async () => undefined };

/**
 * Opens a store with a map by id for each name, and the idempotency keys of the last `keyLifeMs`; without `dataFile`,
 * in memory. Rejects if the file cannot be read.
 */
export async function openStore<Kinds extends Record<string, { id: string }>, Key extends { at: number }>(
  names: readonly (keyof Kinds & string)[],
  { dataFile, keyLifeMs }: { dataFile: string | undefined; keyLifeMs: number },
) {
  const state = await loadFile<Record<string, unknown>>(dataFile);
  const oldest = Date.now() - keyLifeMs;
  const kept = Object.entries((state['keys'] ?? {}) as Record<string, Key>);
  const keys = new Map(kept.filter(([, { at }]) => at > oldest));
  const maps = Object.fromEntries(
    names.map((name) => [name, new Map(((state[name] ?? []) as { id: string }[]).map((one) => [one.id, one]))]),
  ) as { [Name in keyof Kinds]: Map<string, Kinds[Name]> };
  const serialise = () =>
    JSON.stringify({
      ...Object.fromEntries(names.map((name) => [name, [...maps[name].values()]])),
      keys: Object.fromEntries(keys),
    });
  return { ...maps, keys, ...(dataFile === undefined ? inMemory : keepInFile(dataFile, serialise)) };
}
