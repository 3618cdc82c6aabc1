import { afterAll, vi } from 'vitest';

// The next file of this worker has the same modules: no spy of this one may stay in them.
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
