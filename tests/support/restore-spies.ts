import { afterAll, vi } from 'vitest';

// The worker's next file shares these modules, so no spy may remain in them.
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
