/** Simulates `navigator.locks.request` with a single lock. A signal ends the wait for it. */
export function oneAtATime(): <T>(name: string, options: LockOptions, run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return async <T>(_name: string, { signal }: LockOptions, run: () => Promise<T>): Promise<T> => {
    const before = last;
    let end = (): void => undefined;
    last = new Promise<void>((resolve) => (end = resolve));
    try {
      await new Promise<void>((resolve, reject) => {
        void before.then(() => resolve());
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    } catch (error) {
      void before.then(end);
      throw error;
    }
    return run().finally(end);
  };
}
