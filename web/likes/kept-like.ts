import type { ProfileSummary } from '../../contract/members/operations.ts';

interface KeptLike {
  profile: ProfileSummary;
  /** When it was requested, in milliseconds since 1970. */
  at: number;
}

/** A like to announce later. It outlives the layout that requested it, as the server does not return it again. */
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
