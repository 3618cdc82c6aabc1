import { afterEach, expect, test, vi } from 'vitest';

import { loadOrStayAway, partMissing } from './lazy-part.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Makes a browser with or without a connection. `said` counts how often the page was told of a missing part. */
function browser(onLine: boolean): { navigator: { onLine: boolean }; window: EventTarget; said: () => number } {
  const window = new EventTarget();
  const navigator = { onLine };
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('window', window);
  let count = 0;
  window.addEventListener(partMissing, () => (count += 1));
  return { navigator, window, said: () => count };
}

test('a part whose code cannot be loaded stays away, and the page is told', async () => {
  const { window, said } = browser(true);
  const told = new Promise((resolve) => window.addEventListener(partMissing, resolve));
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('no such file'));
  void loadOrStayAway(load);
  await told;
  expect(said()).toBe(1);
  expect(load).toHaveBeenCalledOnce();
});

test('a part that was requested without a connection loads once there is one again', async () => {
  const { navigator, window, said } = browser(false);
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('it');
  const listens = vi.spyOn(window, 'addEventListener');
  const part = loadOrStayAway(load);
  await vi.waitUntil(() => listens.mock.calls.length > 0);
  navigator.onLine = true;
  window.dispatchEvent(new Event('online'));
  expect(await part).toBe('it');
  expect(said()).toBe(0);
});

test('a part loads even if the connection is back before its failure is reported', async () => {
  const { navigator, said } = browser(false);
  let fail: (error: Error) => void = () => undefined;
  const first = new Promise<string>((_, reject) => (fail = reject));
  const load = vi.fn<() => Promise<string>>().mockReturnValueOnce(first).mockResolvedValue('it');
  const part = loadOrStayAway(load);
  navigator.onLine = true;
  fail(new Error('offline'));
  expect(await part).toBe('it');
  expect(said()).toBe(0);
});
