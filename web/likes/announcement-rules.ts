/** Time from entering the members area to the first query for an unannounced like, in milliseconds. */
export const firstAskMs = 6_000;
/** Minimum time between two queries, in milliseconds. */
export const askEveryMs = 60_000;
/** Minimum time between the last query and one that is made because a like has just arrived, in milliseconds. */
export const askAfterLiveMs = 5_000;

const delayMaxSeconds = 3_600;

/** The delay of the query parameter `t` in milliseconds (specification, section 4); null without one. */
export function readDelay(query: URLSearchParams): number | null {
  const text = query.get('t');
  if (text === null || !/^\d{1,4}$/.test(text)) return null;
  return Math.min(Number(text), delayMaxSeconds) * 1_000;
}

/** Returns the query without `t`, to be put back into the URL. */
export function withoutDelay(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  rest.delete('t');
  return rest.toString();
}

/** Returns the milliseconds until the next query may be made. `arrived`: a like has just arrived. */
export function waitMs(now: number, lastAsked: number | null, arrived: boolean): number {
  const pause = arrived ? askAfterLiveMs : askEveryMs;
  if (lastAsked === null) return arrived ? 0 : firstAskMs;
  return Math.max(0, lastAsked + pause - now);
}

/** Returns the senders of new likes who were not known at the last check; none before the first check. */
export function arrivals(
  known: ReadonlySet<string> | null,
  likes: readonly { id: string; like_new: boolean }[],
): string[] {
  if (known === null) return [];
  return likes.filter((like) => like.like_new && !known.has(like.id)).map((like) => like.id);
}

/** How often to check whether a kept like can be announced, in milliseconds. */
export const lookEveryMs = 1_000;

/** True if a kept like is still news: it was not seen, returned or taken back meanwhile. */
export function isStillNew(
  likes: { liked_by: readonly { id: string; like_new: boolean; liked: boolean }[]; new: readonly string[] } | undefined,
  id: string,
): boolean {
  if (!likes || likes.new.includes(id)) return true;
  return likes.liked_by.some((like) => like.id === id && like.like_new && !like.liked);
}
