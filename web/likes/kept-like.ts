import type { ProfileSummary } from '../../contract/members.ts';

interface KeptLike {
  profile: ProfileSummary;
  /** When it was asked for, as milliseconds since 1970. */
  at: number;
}

/**
 * The like that was asked for and would have been in the way: the server does not name it again. It outlives the layout
 * that asked.
 */
let kept: KeptLike | null = null;
const listeners = new Set<() => void>();

export const readKeptLike = (): KeptLike | null => kept;

export function keepLike(like: KeptLike | null): void {
  kept = like;
  for (const listener of listeners) listener();
}

export function subscribeKeptLike(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
