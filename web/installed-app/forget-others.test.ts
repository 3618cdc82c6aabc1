import { afterEach, describe, expect, it, vi } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import { forgetOthers } from './forget-others.ts';

const badges: number[] = [];
afterEach(() => {
  badges.length = 0;
  vi.unstubAllGlobals();
});

function stubBrowser(): void {
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => {
      badges.push(0);
      throw new Error('not allowed');
    },
  });
}

describe('the badge on the app icon', () => {
  it('is cleared when nobody is logged in any more, and left alone while a member is', async () => {
    stubBrowser();
    for (const hasLeft of [true, false]) await forgetOthers(null, hasLeft);
    expect(badges).toEqual([0, 0]);
    await forgetOthers(toId('she'), false);
    expect(badges).toEqual([0, 0]);
  });

  it('causes no error in a browser that supports no badges', async () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('navigator', {});
    await expect(forgetOthers(null, true)).resolves.toBe(0);
  });
});
