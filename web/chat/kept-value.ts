import { useSyncExternalStore } from 'react';

/** A value of this page that outlives the components that show it. Returns its setter and a hook. */
export function keptValue<Value>(first: Value): [(next: Value) => void, () => Value] {
  let value = first;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => boolean) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const set = (next: Value): void => {
    value = next;
    for (const listener of listeners) listener();
  };
  const useValue = (): Value =>
    useSyncExternalStore(
      subscribe,
      () => value,
      () => first,
    );
  return [set, useValue];
}
