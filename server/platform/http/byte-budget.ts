import { Failure } from '../failure.ts';

export interface ByteLimits {
  perAddress: number;
  total: number;
}

/** The bytes of a budget that one request holds. */
export interface Share {
  /** Throws what `take` would throw, and takes nothing. */
  check(bytes: number): void;
  /** Throws request.too-many if the address holds too much, request.busy if all do; both with `retry_after`. */
  take(bytes: number): void;
  release(): void;
}

// Most bodies have arrived by then.
const retryAfterSeconds = 5;

/** Limits how many bytes requests hold at the same time. Counts received bytes: an announced length is free. */
export function createByteBudget({ perAddress, total }: ByteLimits): (address: string) => Share {
  const heldBy = new Map<string, number>();
  let heldByAll = 0;
  return (address) => {
    let held = 0;
    const ofAddress = (): number => heldBy.get(address) ?? 0;
    const check = (bytes: number): void => {
      if (ofAddress() + bytes > perAddress) throw new Failure('request.too-many', { retry_after: retryAfterSeconds });
      if (heldByAll + bytes > total) throw new Failure('request.busy', { retry_after: retryAfterSeconds });
    };
    return {
      check,
      take: (bytes) => {
        check(bytes);
        held += bytes;
        heldByAll += bytes;
        heldBy.set(address, ofAddress() + bytes);
      },
      release: () => {
        const left = ofAddress() - held;
        if (left > 0) heldBy.set(address, left);
        else heldBy.delete(address);
        heldByAll -= held;
        held = 0;
      },
    };
  };
}
