import { createHash } from 'node:crypto';

/** The same seed gives the same values, independently in every fork. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  uuid(): string;
  fork(name: string): Random;
}

export function randomFrom(seed: string): Random {
  let drawn = 0;
  const next = (): number => {
    drawn += 1;
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32BE() / 2 ** 32;
  };
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
