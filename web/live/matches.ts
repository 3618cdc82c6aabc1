import type { ProfileSummary } from '../../contract/members/operations.ts';

/**
 * Matches that wait to be announced. The member who completes a match learns of it from the response and the live
 * channel, the other from the live channel or the query for new likes; each match is queued only once until it ends.
 */
let waiting: readonly ProfileSummary[] = [];
const noted = new Set<string>();
const listeners = new Set<() => void>();

function change(next: readonly ProfileSummary[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

export function queueMatch(member: ProfileSummary): void {
  if (noted.has(member.id)) return;
  noted.add(member.id);
  change([...waiting, member]);
}

/** The match ended or was never announced: if it is made again, it is announced again. Without an id, forgets all. */
export function forgetMatch(id?: string): void {
  if (id === undefined) noted.clear();
  else noted.delete(id);
  change(waiting.filter((member) => id !== undefined && member.id !== id));
}

/** Returns the match that has waited longest, or null. */
export function readMatch(): ProfileSummary | null {
  return waiting[0] ?? null;
}

/** Removes a match that is being announced. */
export function takeMatch(id: string): void {
  change(waiting.filter((member) => member.id !== id));
}

export function subscribeMatches(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
