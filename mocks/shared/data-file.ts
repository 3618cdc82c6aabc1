import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

const debounceMilliseconds = 50;

export type DataFile = {
  /** Marks the store as changed; it is written to disk shortly after. */
  touch(): void;
  /** Resolves when every change so far is on disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** Returns the last state that a store wrote; an empty object if there is no file. Rejects if it cannot be read. */
export async function loadFile<State>(dataFile: string | undefined): Promise<Partial<State>> {
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
 * Keeps the result of `serialise` in a file, or nowhere if there is no file. A write goes to a temporary file that is
 * then renamed, so a crash leaves either the old state or the new one.
 */
export function keepInFile(
  dataFile: string | undefined,
  serialise: () => string,
  log: (line: string) => void,
): DataFile {
  let dirty = false;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function write(file: string): Promise<void> {
    const beside = `${file}.${process.pid}.new`;
    try {
      await mkdir(path.dirname(file), { recursive: true });
      while (dirty) {
        dirty = false;
        await writeFile(beside, serialise(), { mode: 0o600 });
        await rename(beside, file);
      }
    } catch (error) {
      dirty = true;
      throw error;
    } finally {
      // In the same tick as the last check of `dirty`, so that a later flush starts a new writer.
      writing = undefined;
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (dataFile === undefined) return Promise.resolve();
    writing ??= write(dataFile);
    return writing;
  }

  function touch(): void {
    dirty = true;
    timer ??= setTimeout(() => {
      flush().catch((error: unknown) => log(`payment provider: cannot write its data file: ${String(error)}`));
    }, debounceMilliseconds).unref();
  }

  return { touch, flush, close: flush };
}
