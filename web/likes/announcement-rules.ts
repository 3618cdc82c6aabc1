/** How long somebody is in the members area before an unannounced like is asked for, in milliseconds. */
export const firstAskMs = 6_000;
/** At most one question in this time, in milliseconds. */
export const askEveryMs = 60_000;
/** A like that has just arrived may be announced sooner, but never right after another announcement. */
export const askAfterLiveMs = 5_000;

const delayMaxSeconds = 3_600;

/** The delay of the query parameter `t` in milliseconds (specification, section 4); null without one. */
export function delayOf(query: URLSearchParams): number | null {
  const text = query.get('t');
  if (text === null || !/^\d{1,4}$/.test(text)) return null;
  return Math.min(Number(text), delayMaxSeconds) * 1_000;
}

/** The query without `t`, as it is put back into the address. */
export function withoutDelay(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  rest.delete('t');
  return rest.toString();
}

/** When the next question may be put: now for a like that just arrived, otherwise a minute after the last one. */
export function waitMs(now: number, lastAsked: number | null, arrived: boolean): number {
  const pause = arrived ? askAfterLiveMs : askEveryMs;
  if (lastAsked === null) return arrived ? 0 : firstAskMs;
  return Math.max(0, lastAsked + pause - now);
}

/** New likes whose sender was not known at the last check. Null before the first check. */
export function arrivals(
  known: ReadonlySet<string> | null,
  likes: readonly { id: string; like_new: boolean }[],
): string[] {
  if (known === null) return [];
  return likes.filter((like) => like.like_new && !known.has(like.id)).map((like) => like.id);
}

/** How often it is looked whether a like that waits is still in the way, in milliseconds. */
export const lookEveryMs = 1_000;

/** Whether a like that was kept for later is still news: it was neither seen nor returned nor taken back meanwhile. */
export function isStillNew(
  likes: { liked_by: readonly { id: string; like_new: boolean; liked: boolean }[]; new: readonly string[] } | undefined,
  id: string,
): boolean {
  if (!likes || likes.new.includes(id)) return true;
  return likes.liked_by.some((like) => like.id === id && like.like_new && !like.liked);
}
