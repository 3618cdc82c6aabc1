import { keepInFile, loadFile } from '../shared/data-file.ts';
import type { Store, StoredKey, StoredObject } from './types.ts';

const keyLifeMilliseconds = 24 * 3600 * 1000;

type State = { objects: StoredObject[]; keys: Record<string, StoredKey> };

/** Opens the provider's store, in `dataFile` if given and otherwise in memory. */
export async function openStore(dataFile: string | undefined, log: (line: string) => void): Promise<Store> {
  const state = await loadFile<State>(dataFile);
  const oldest = Date.now() - keyLifeMilliseconds;
  const objects = new Map((state.objects ?? []).map((object) => [object.id, object]));
  const keys = new Map(Object.entries(state.keys ?? {}).filter(([, { at }]) => at > oldest));
  const serialise = () =>
    JSON.stringify({ objects: [...objects.values()], keys: Object.fromEntries(keys) } satisfies State);
  return { objects, keys, ...keepInFile(dataFile, serialise, log) };
}

/** Returns all objects of a kind, in order of creation. */
export function listObjects<Kind extends StoredObject['object']>(store: Store, kind: Kind) {
  type Found = Extract<StoredObject, { object: Kind }>;
  return [...store.objects.values()].filter((object): object is Found => object.object === kind);
}

/** Returns the object of a kind with an id, if there is one. */
export function findObject<Kind extends StoredObject['object']>(store: Store, kind: Kind, id: string | null) {
  type Found = Extract<StoredObject, { object: Kind }>;
  const found = id === null ? undefined : store.objects.get(id);
  return found?.object === kind ? (found as Found) : undefined;
}

/** Adds an object and returns it. */
export function add<T extends StoredObject>(store: Store, object: T): T {
  store.objects.set(object.id, object);
  store.touch();
  return object;
}
