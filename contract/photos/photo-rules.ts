export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/** Reasons for rejecting a photo. Its owner reads the sentence `photos.refusal.<reason>`. */
export const photoRefusals = ['not-you', 'sexual', 'contact', 'unclear', 'rules'] as const;

export type PhotoRefusal = (typeof photoRefusals)[number];

/** Moves an entry to a position from 0, clamped to the list. An entry that is not in the list changes nothing. */
export function moveTo<Entry>(list: readonly Entry[], entry: Entry, position: number): Entry[] {
  if (!list.includes(entry)) return [...list];
  const others = list.filter((other) => other !== entry);
  const place = Math.max(0, Math.min(position, others.length));
  return [...others.slice(0, place), entry, ...others.slice(place)];
}
