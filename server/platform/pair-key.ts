declare const brand: unique symbol;

/** The key of two ids in a Map, in their order. */
export type PairKey = string & { readonly [brand]: true };

export function toPairKey(one: string | null, other: string): PairKey {
  return `${one} ${other}` as PairKey;
}
