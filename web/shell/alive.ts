import { useEffect } from 'react';

/** The event that tells a page that its program has come. */
export const isAlive = 'tealight-alive';

/** Tells once, from the outermost component, when everything below is alive. */
export function useTellAlive(): void {
  useEffect(() => void window.dispatchEvent(new Event(isAlive)), []);
}
