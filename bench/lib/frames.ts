import type { Page } from '@playwright/test';

export interface Frames {
  /** Frames per second while a finger is on the screen. */
  perSecond: number;
  /** The longest task; 0 if all are below 50 ms, since browsers report only longer ones. */
  longestTaskMs: number;
}

declare global {
  interface Window {
    swiped: { shown: number; ms: number; longest: number };
  }
}

/** Starts counting frames while a finger is on the page, and recording long tasks. */
export async function startFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames = { shown: 0, ms: 0, longest: 0 };
    window.swiped = frames;
    let isTouched = false;
    let last: number | undefined;
    addEventListener('pointerdown', () => (isTouched = true), true);
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (isTouched = false), true);
    const count = (now: number): void => {
      if (isTouched && last !== undefined) {
        frames.shown += 1;
        frames.ms += now - last;
      }
      last = isTouched ? now : undefined;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) frames.longest = Math.max(frames.longest, duration);
    }).observe({ type: 'longtask' });
  });
}

export async function stopFrames(page: Page): Promise<Frames> {
  const { shown, ms, longest } = await page.evaluate(() => window.swiped);
  return { perSecond: shown / (ms / 1_000), longestTaskMs: longest };
}
