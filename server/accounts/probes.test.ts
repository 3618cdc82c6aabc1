import { randomUUID } from 'node:crypto';

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { dayMs, hourMs } from '../platform/clock.ts';
import { signUpForm, useTestApp } from '../../tests/support/test-app.ts';

const test = useTestApp();
beforeEach(async () => {
  await test.sql('delete from attempts');
});

// Widen the general limits, so that only the probe limits apply.
const widened = () => test.context.config.rateLimitFactor;

async function post(method: 'POST', url: string, ip: string, payload: object) {
  const answer = await test.app.server.inject({ method, url, remoteAddress: ip, payload });
  return { status: answer.statusCode, body: answer.json() as { error?: string; retry_after?: number } };
}

const reset = (ip: string, email = `${randomUUID()}@example.org`) =>
  post('POST', '/api/reset-password.php', ip, { email });

const signUp = (ip: string, email: string) => post('POST', '/api/signup.php', ip, signUpForm({ email }));

describe('answers that reveal whether an address has an account (ABU-06)', () => {
  beforeAll(() => {
    test.context.config.rateLimitFactor = 1;
  });

  it('are limited to five an hour per IP address across sign-up and reset, then all look alike', async () => {
    expect(widened()).toBe(1);
    const known = `${randomUUID()}@example.org`;
    await test.member({ email: known });
    const codes = [];
    for (let count = 1; count <= 3; count += 1) codes.push((await reset('192.0.2.1')).body.error);
    for (let count = 1; count <= 2; count += 1) codes.push((await signUp('192.0.2.1', known)).body.error);
    expect(codes).toEqual(['email.not-found', 'email.not-found', 'email.not-found', 'email.taken', 'email.taken']);
    const afterwards = [
      await reset('192.0.2.1'),
      await reset('192.0.2.1', known),
      await signUp('192.0.2.1', known),
      await signUp('192.0.2.1', `${randomUUID()}@example.org`),
    ];
    for (const { status, body } of afterwards) expect([status, body.error]).toEqual([429, 'request.too-many']);
    expect(new Set(afterwards.map(({ body }) => Object.keys(body).join())).size).toBe(1);
    test.clock.move(hourMs + 1_000);
    expect((await reset('192.0.2.1')).body.error).toBe('email.not-found');
  });

  it('are exactly five when fifty race', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => reset('192.0.2.2')));
    expect(answers.filter(({ body }) => body.error === 'email.not-found')).toHaveLength(5);
    expect(answers.filter(({ body }) => body.error === 'request.too-many')).toHaveLength(45);
  });

  it('are limited to twenty a day per network', async () => {
    for (const [prefix, other] of [
      ['198.51.100.', '198.51.101.1'],
      ['2001:db8:7:', '2001:db8:8::1'],
    ] as const) {
      const from = (host: number) => (prefix.includes(':') ? `${prefix}${host}::1` : `${prefix}${host}`);
      const codes: (string | undefined)[] = [];
      for (let probe = 0; probe < 24; probe += 1) codes.push((await reset(from(1 + (probe % 12)))).body.error);
      expect(codes.filter((code) => code === 'email.not-found')).toHaveLength(20);
      expect(codes.at(-1)).toBe('request.too-many');
      expect((await reset(other)).body.error).toBe('email.not-found');
    }
  });

  it('are limited to three a day about one email address, without affecting its owner', async () => {
    const known = `${randomUUID()}@example.org`;
    await test.member({ email: known });
    const codes = [];
    for (let count = 1; count <= 4; count += 1) codes.push((await signUp('203.0.113.5', known)).body.error);
    expect(codes).toEqual(['email.taken', 'email.taken', 'email.taken', 'request.too-many']);
    expect((await reset('203.0.113.99', known)).status).toBe(200);
    test.clock.move(dayMs + 1_000);
    expect((await signUp('203.0.113.5', known)).body.error).toBe('email.taken');
  });

  it('are not counted for members who sign up or reset with their own address', async () => {
    const known = `${randomUUID()}@example.org`;
    await test.member({ email: known });
    for (let count = 1; count <= 3; count += 1) expect((await reset('203.0.113.7', known)).status).toBe(200);
    for (let count = 1; count <= 6; count += 1)
      expect((await signUp('203.0.113.7', `${randomUUID()}@example.org`)).status).toBe(200);
    expect((await reset('203.0.113.7')).body.error).toBe('email.not-found');
  });
});
