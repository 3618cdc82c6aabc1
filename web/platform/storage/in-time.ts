/** Browser storage may never respond: WebKit keeps a store locked if its page ended, and any tab can hold one. */
const storeWaitMs = 3_000;
/** The time limit when no user is waiting. */
export const storeLimitMs = 10_000;

/** Settles as `work` does; rejects with a `TimeoutError` when that takes longer. */
export function inTime<T>(work: Promise<T>, limitMs = storeWaitMs): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException(`no response in ${limitMs} ms`, 'TimeoutError')), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export function isLate(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
