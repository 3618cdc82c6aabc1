import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SandboxState, StoredCustomer, StoredKey, StoredMandate, StoredPayment } from './types.ts';

const debounceMilliseconds = 50;
/** The API promises a day; keys are kept longer, so that even a retry after a week creates no second payment. */
const keyLifeMilliseconds = 8 * 24 * 3600 * 1000;

/** What a file written by an earlier version lacks. */
const newFields = { sequenceType: 'oneoff', customerId: null, mandateId: null, details: null, plan: [] } as const;

export type Store = {
  /** By id, in order of creation. */
  readonly payments: Map<string, StoredPayment>;
  readonly customers: Map<string, StoredCustomer>;
  readonly mandates: Map<string, StoredMandate>;
  readonly keys: Map<string, StoredKey>;
  /** Marks the store as changed; it is written to disk shortly after. */
  touch(): void;
  /** Resolves when every change made so far is on the disk. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

async function load(dataFile: string | undefined): Promise<SandboxState> {
  const empty: SandboxState = { version: 1, payments: [], customers: [], mandates: [], keys: {} };
  if (dataFile === undefined) return empty;
  let text: string;
  try {
    text = await readFile(dataFile, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
    throw error;
  }
  try {
    return { ...empty, ...(JSON.parse(text) as Partial<SandboxState>) };
  } catch (cause) {
    throw new Error(`The payment provider cannot read its data file ${dataFile}`, { cause });
  }
}

/**
 * Opens the provider's store, in `dataFile` if given and otherwise in memory.
 * A write goes to a temporary file that is renamed, so a crash leaves either the old state or the new one.
 */
export async function openStore(dataFile: string | undefined, log: (line: string) => void): Promise<Store> {
  const state = await load(dataFile);
  const oldest = Date.now() - keyLifeMilliseconds;
  const payments = new Map(state.payments.map((payment) => [payment.id, { ...newFields, ...payment }]));
  const customers = new Map(state.customers.map((customer) => [customer.id, customer]));
  const mandates = new Map(state.mandates.map((mandate) => [mandate.id, mandate]));
  const keys = new Map(Object.entries(state.keys).filter(([, { at }]) => at > oldest));
  let dirty = false;
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const serialise = () => {
    const all: SandboxState = {
      version: 1,
      payments: [...payments.values()],
      customers: [...customers.values()],
      mandates: [...mandates.values()],
      keys: Object.fromEntries(keys),
    };
    return JSON.stringify(all);
  };

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

  return { payments, customers, mandates, keys, touch, flush, close: flush };
}
