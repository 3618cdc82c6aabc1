import { useSyncExternalStore } from 'react';

/** Creates a value of this page that outlives the components that show it. */
export function createStore<Value>(first: Value) {
  let value = first;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    read: (): Value => value,
    set: (next: Value): void => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe,
    /** The server and hydration render the part of the first value. `select` keeps equal parts identical. */
    useValue: <Part>(select: (value: Value) => Part): Part =>
      useSyncExternalStore(
        subscribe,
        () => select(value),
        () => select(first),
      ),
  };
}
