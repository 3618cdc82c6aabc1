/** A seeded random generator: the same seed gives the same values, independently in every fork. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  uuid(): string;
  /** An independent generator, unaffected by draws from this one. */
  fork(name: string): Random;
}

/** Creates a generator from a text (sfc32, seeded with hashes of the text). */
export function randomFrom(seed: string): Random {
  let [a, b, c, d] = [hash(seed, 1), hash(seed, 2), hash(seed, 3), 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let round = 0; round < 12; round += 1) next();
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (list) => {
      if (list.length === 0) throw new Error('nothing to pick from');
      return list[between(0, list.length - 1)] as (typeof list)[number];
    },
    uuid: () => {
      const hex = (length: number): string => Array.from({ length }, () => between(0, 15).toString(16)).join('');
      return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
    },
    fork: (name) => randomFrom(`${seed}/${name}`),
  };
}

// FNV-1a, with a different start for each of the three seeded words of the state.
function hash(text: string, start: number): number {
  let value = 0x811c9dc5 ^ (start * 0x9e3779b1);
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value | 0;
}
