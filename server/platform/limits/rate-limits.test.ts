import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { quickMember } from '../../../tests/support/chat.ts';
import { useTestApp } from '../../../tests/support/test-app.ts';
import { limits } from '../../modules.ts';
import { createRateLimits } from './rate-limits.ts';

const test = useTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });

const outcomes = async (calls: Promise<unknown>[]): Promise<{ allowed: number; refused: number }> => {
  const settled = await Promise.allSettled(calls);
  const refused = settled.filter(({ status }) => status === 'rejected').length;
  return { allowed: settled.length - refused, refused };
};

describe('a rate limit', () => {
  it('allows exactly its number of calls, however many race (ABU-01)', async () => {
    const who = randomUUID();
    const calls = Array.from({ length: 40 }, () => test.context.rateLimits.enforce('signup', who));
    expect(await outcomes(calls)).toEqual({ allowed: 30, refused: 10 });
  });

  it('counts each member and each kind of call separately', async () => {
    const who = randomUUID();
    await outcomes(Array.from({ length: 31 }, () => test.context.rateLimits.enforce('signup', who)));
    await expect(test.context.rateLimits.enforce('signup', randomUUID())).resolves.toBeUndefined();
    await expect(test.context.rateLimits.enforce('login', who)).resolves.toBeUndefined();
  });

  it('says how long to wait (ABU-15)', async () => {
    const who = randomUUID();
    await outcomes(Array.from({ length: 20 }, () => test.context.rateLimits.enforce('mail', who)));
    const refusal = (await test.context.rateLimits.enforce('mail', who).catch((error: unknown) => error)) as {
      code: string;
      values: { retry_after: number };
    };
    expect(refusal.code).toBe('request.too-many');
    expect(refusal.values.retry_after).toBeGreaterThan(3_500);
    expect(refusal.values.retry_after).toBeLessThanOrEqual(3_600);
  });

  it('is answered with 429 and Retry-After, before the input is validated (ABU-15)', async () => {
    const member = await quickMember(test);
    const order = () => member.call('createPayment', { nonsense: true });
    for (let count = 0; count < 30; count += 1) expect((await order()).status).toBe(422);
    const { status, body, headers } = await order();
    expect([status, body.error]).toEqual([429, 'request.too-many']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body['retry_after']).toBe(Number(headers['retry-after']));
  });

  it('allows a member forty reports a day, counting invalid ones too (ABU-14)', async () => {
    const member = await quickMember(test);
    const report = () => member.call('sendReport', { nonsense: true });
    for (let count = 0; count < 40; count += 1) expect((await report()).status).toBe(422);
    const { status, body } = await report();
    expect([status, body.error]).toEqual([429, 'request.too-many']);
    expect(body['retry_after']).toBeGreaterThan(23 * 3_600);
  });

  it('holds across nodes and restarts if it guards accounts or money (ABU-13)', async () => {
    const who = randomUUID();
    const nodes = [1, 2].map(() => createRateLimits(test.context.database.pool, 1, limits));
    const calls = Array.from({ length: 44 }, (_, index) =>
      (nodes[index % 2] as (typeof nodes)[0]).enforce('order', who),
    );
    expect(await outcomes(calls)).toEqual({ allowed: 30, refused: 14 });
    await expect(createRateLimits(test.context.database.pool, 1, limits).enforce('order', who)).rejects.toThrow();
  });

  it('is multiplied by the configured factor', async () => {
    const wide = createRateLimits(test.context.database.pool, 2, limits);
    const who = randomUUID();
    expect(await outcomes(Array.from({ length: 61 }, () => wide.enforce('order', who)))).toEqual({
      allowed: 60,
      refused: 1,
    });
  });

  it('fails closed when its table cannot be reached (ABU-13)', async () => {
    const broken = createRateLimits({ query: () => Promise.reject(new Error('away')) } as never, 1, limits);
    for (const name of ['login', 'signup', 'mail', 'order'] as const)
      await expect(broken.enforce(name, 'x')).rejects.toThrow();
  });

  it('counts the address of the socket, whatever a header claims (ABU-10)', async () => {
    const signUp = (claimed: string) =>
      test.app.server.inject({
        method: 'POST',
        url: '/api/signup.php',
        remoteAddress: '198.51.100.8',
        headers: { host: 'localhost', 'x-forwarded-for': claimed },
        payload: {},
      });
    for (let count = 0; count < 30; count += 1) expect((await signUp(`203.0.113.${count}`)).statusCode).toBe(422);
    expect((await signUp('203.0.113.200')).statusCode).toBe(429);
  });
});
