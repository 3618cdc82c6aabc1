import { type DataFile, keepInFile, loadFile } from '../shared/data-file.ts';
import type { SandboxState, StoredCustomer, StoredKey, StoredMandate, StoredPayment } from './types.ts';

/** The API promises one day; keys are kept longer so that even a retry after a week creates no second payment. */
const keyLifeMilliseconds = 8 * 24 * 3600 * 1000;

/** Defaults for fields that are missing in files from earlier versions. */
const newFields = { sequenceType: 'oneoff', customerId: null, mandateId: null, details: null, plan: [] } as const;

export type Store = DataFile & {
  /** By id, in order of creation. */
  readonly payments: Map<string, StoredPayment>;
  readonly customers: Map<string, StoredCustomer>;
  readonly mandates: Map<string, StoredMandate>;
  readonly keys: Map<string, StoredKey>;
};

/** Opens the provider's store, in `dataFile` if given and otherwise in memory. */
export async function openStore(dataFile: string | undefined, log: (line: string) => void): Promise<Store> {
  const empty: SandboxState = { version: 1, payments: [], customers: [], mandates: [], keys: {} };
  const state = { ...empty, ...(await loadFile<SandboxState>(dataFile)) };
  const oldest = Date.now() - keyLifeMilliseconds;
  const payments = new Map(state.payments.map((payment) => [payment.id, { ...newFields, ...payment }]));
  const customers = new Map(state.customers.map((customer) => [customer.id, customer]));
  const mandates = new Map(state.mandates.map((mandate) => [mandate.id, mandate]));
  const keys = new Map(Object.entries(state.keys).filter(([, { at }]) => at > oldest));
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

  return { payments, customers, mandates, keys, ...keepInFile(dataFile, serialise, log) };
}
