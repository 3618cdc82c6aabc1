import type { ProfileSummary } from '../../contract/members/operations.ts';
import { createStore } from '../platform/store.ts';

/** A match may be reported by a response, the live channel and a query; it is queued only once until it ends. */
export const matches = createStore<readonly ProfileSummary[]>([]);
const announced = new Set<string>();

export function queueMatch(member: ProfileSummary): void {
  if (announced.has(member.id)) return;
  announced.add(member.id);
  matches.set([...matches.read(), member]);
}

/** Forgets a match that ended or was never announced, so that a new one is announced. Without an id, forgets all. */
export function forgetMatch(id?: MemberId): void {
  if (id === undefined) announced.clear();
  else announced.delete(id);
  matches.set(matches.read().filter((member) => id !== undefined && member.id !== id));
}

/** Removes a match that is being announced. */
export function removeMatch(id: MemberId): void {
  matches.set(matches.read().filter((member) => member.id !== id));
}
