import { describe, expect, it } from 'vitest';

import type { AppContext } from '../../context.ts';
import { inTurn } from './send-queue.ts';

const context = {} as AppContext;

describe('tasks of one sender', () => {
  it('run one after another in order of arrival, even after one fails', async () => {
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await new Promise(setImmediate);
      steps.push(`${name} ends`);
      if (name === 'two') throw new Error('refused');
      return name;
    };
    const results = await Promise.allSettled(['one', 'two', 'three'].map((name) => inTurn(context, 'ada', work(name))));
    expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends', 'three begins', 'three ends']);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('do not wait for those of another sender or node', async () => {
    let release = (_name: string): void => undefined;
    const held = new Promise<string>((resolve) => {
      release = resolve;
    });
    const first = inTurn(context, 'ada', () => held);
    expect(await inTurn(context, 'bo', async () => 'bo')).toBe('bo');
    expect(await inTurn({} as AppContext, 'ada', async () => 'elsewhere')).toBe('elsewhere');
    release('ada');
    expect(await first).toBe('ada');
  });
});
