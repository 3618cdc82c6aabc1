import { randomUUID } from 'node:crypto';

import { pino } from 'pino';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { createId } from '../ids.ts';
import type { AppContext } from '../context.ts';
import { limits } from '../../modules.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import { createRateLimits } from '../limits/rate-limits.ts';
import { createFrameDispatch } from './dispatch.ts';

const conversation = randomUUID();
const log = pino({ level: 'silent' });
const handlers = { typing: vi.fn(async () => null), read: vi.fn(async () => null) };
let member: MemberId;

// Everything that a frame may touch before its handler, which excludes the database.
const rateLimits = createRateLimits(null as never, 1, limits);
const context = { log, rateLimits, constraints: {}, metrics: createMetrics({}) } as AppContext;
const dispatchFrame = createFrameDispatch(context, handlers);

beforeEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
  member = createId();
});

describe('the dispatcher for frames', () => {
  it('runs a valid frame for the member of the socket, without fields that the contract does not name', async () => {
    await dispatchFrame('read', { conversation, seq: 3, member: 'somebody else' }, member);
    expect(handlers.read).toHaveBeenCalledExactlyOnceWith(
      { conversation, seq: 3 },
      { context, member: { id: member } },
    );
  });

  it.each([
    ['no conversation', { seq: 1 }],
    ['a conversation that is not an id', { conversation: 'x', seq: 1 }],
    ['several conversations', { conversation: [conversation], seq: 1 }],
    ['no number', { conversation, seq: '1' }],
    ['a negative number', { conversation, seq: -1 }],
    ['a fraction', { conversation, seq: 1.5 }],
    ['an unsafe integer', { conversation, seq: 1e300 }],
  ])('refuses a frame with %s before anything is read from the database', async (_what, input) => {
    await dispatchFrame('read', input, member);
    expect(handlers.read).not.toHaveBeenCalled();
  });

  it('passes on one typing frame a second for each member, whatever conversation it names', async () => {
    for (let count = 0; count < 100; count += 1) await dispatchFrame('typing', { conversation: randomUUID() }, member);
    expect(handlers.typing).toHaveBeenCalledTimes(1);
    await dispatchFrame('typing', { conversation }, createId());
    expect(handlers.typing).toHaveBeenCalledTimes(2);
  });

  it('logs an unexpected error and does not reject', async () => {
    const error = vi.spyOn(log, 'error');
    handlers.typing.mockRejectedValueOnce(new Error('the database is unavailable'));
    await dispatchFrame('typing', { conversation }, member);
    expect(error).toHaveBeenCalledOnce();
  });
});
