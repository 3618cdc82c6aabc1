import { useSyncExternalStore } from 'react';

/** One sentence above the list about something that failed after its page was left, such as a deletion. */
let sentence: string | null = null;
const listeners = new Set<() => void>();

export function setChatAlert(next: string | null): void {
  sentence = next;
  for (const listener of listeners) listener();
}

export function useChatAlert(): string | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => sentence,
    () => null,
  );
}
