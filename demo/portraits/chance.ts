/** A source of repeatable choices: the same seed gives the same sequence on every machine. */
export interface Chance {
  /** The next number in [0, 1). */
  readonly next: () => number;
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(list: readonly T[]) => T;
  /** True with probability `share` (0..1). */
  readonly yes: (share: number) => boolean;
}

/** FNV-1a over the UTF-16 units of `text`, as an unsigned 32-bit number. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Starts a sequence for `seed` (xorshift over the hash, warmed up so that similar seeds part early). */
export function chance(seed: string): Chance {
  let state = hash(seed) || 1;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
  for (let round = 0; round < 8; round += 1) next();
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new RangeError('Nothing to pick from an empty list.');
      return item;
    },
    yes: (share) => next() < share,
  };
}
