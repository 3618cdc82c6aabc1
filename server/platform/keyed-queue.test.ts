import { expect, it } from 'vitest';

import { createKeyedQueue } from './keyed-queue.ts';

it('a keyed queue runs each key in order, continues after a failure and does not delay other keys', async () => {
  const run = createKeyedQueue();
  const order: string[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const first = run('a', async () => {
    await gate;
    order.push('first');
    throw new Error('no');
  });
  const second = run('a', async () => order.push('second'));
  await run('b', async () => order.push('other'));
  open();
  await expect(first).rejects.toThrow('no');
  await second;
  expect(order).toEqual(['other', 'first', 'second']);
});
