import type { ProfileSummary } from '../../contract/members.ts';

/**
 * Matches that wait to be told. The one who completed a match hears of it from their answer and from the live channel, the
 * other from the live channel or the question for new likes: each match waits once, until it ends.
 */
let waiting: readonly ProfileSummary[] = [];
const noted = new Set<string>();
const listeners = new Set<() => void>();

function change(next: readonly ProfileSummary[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

export function noteMatch(member: ProfileSummary): void {
  if (noted.has(member.id)) return;
  noted.add(member.id);
  change([...waiting, member]);
}

/** The match has ended, or was never told: made again, it is told again. Without an id this goes for all. */
export function forgetMatch(id?: string): void {
  if (id === undefined) noted.clear();
  else noted.delete(id);
  change(waiting.filter((member) => id !== undefined && member.id !== id));
}

/** The match that waits longest. */
export function readMatch(): ProfileSummary | null {
  return waiting[0] ?? null;
}

/** It is being told. */
export function takeMatch(id: string): void {
  change(waiting.filter((member) => member.id !== id));
}

export function subscribeMatches(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
