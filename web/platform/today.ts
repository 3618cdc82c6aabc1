import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let told = '';

function today(): string {
  const now = new Date();
  return `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`;
}

/** Waits for midnight, allowing for clock changes. A device that slept through it is checked when it is looked at. */
function wait(): void {
  clearTimeout(timer);
  const now = new Date();
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
  timer = setTimeout(look, midnight.getTime() - now.getTime());
}

function look(): void {
  const day = today();
  if (day !== told) {
    told = day;
    for (const listener of listeners) listener();
  }
  wait();
}

function onDay(listener: () => void): () => void {
  if (listeners.size === 0) {
    told = today();
    wait();
    document.addEventListener('visibilitychange', look);
    window.addEventListener('focus', look);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
  };
}

/** The current day; empty during server rendering. Components that show "today" re-render when it changes. */
export function useToday(): string {
  return useSyncExternalStore(onDay, today, () => '');
}
