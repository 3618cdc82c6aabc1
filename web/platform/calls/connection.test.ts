import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let answers = false;
let browser: EventTarget;
let navigatorOnline: boolean;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  answers = false;
  navigatorOnline = true;
  browser = new EventTarget();
  vi.stubGlobal('window', browser);
  vi.stubGlobal('navigator', {
    get onLine() {
      return navigatorOnline;
    },
  });
  vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    if (!answers) throw new TypeError('no network');
    return new Response();
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Other tests must not get modules that were loaded with these mocks.
  vi.resetModules();
});

describe('the connection', () => {
  it('is what the browser says as long as nothing else is known', async () => {
    const { isOnline } = await import('./connection.ts');
    expect(isOnline()).toBe(true);
    navigatorOnline = false;
    expect(isOnline()).toBe(false);
  });

  it('is lost if the worker could not reach the site, until the site responds, whatever the browser says', async () => {
    const { isOnline, handleCutOff, onConnection } = await import('./connection.ts');
    const told = vi.fn();
    onConnection(told);
    handleCutOff();
    expect([isOnline(), told.mock.calls.length]).toEqual([false, 1]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([isOnline(), told.mock.calls.length]).toEqual([false, 1]);
    answers = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect([isOnline(), told.mock.calls.length]).toEqual([true, 2]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is checked again at once when the browser reports a network', async () => {
    const { isOnline, handleCutOff } = await import('./connection.ts');
    handleCutOff();
    answers = true;
    browser.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(isOnline()).toBe(true);
  });

  it('is checked again after a check that got no response has timed out', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
    const { isOnline, handleCutOff } = await import('./connection.ts');
    handleCutOff();
    answers = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect([isOnline(), limit.mock.calls]).toEqual([false, [[8_000]]]);
    limit.mockRestore();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(isOnline()).toBe(true);
  });
});
