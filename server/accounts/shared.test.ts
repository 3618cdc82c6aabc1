import { describe, expect, it } from 'vitest';

import { dayMs } from '../platform/clock.ts';
import { useTestApp } from '../../tests/support/test-app.ts';
import { purgeExpired } from './purge-expired.ts';
import { recordSensitiveConsent } from './record-consent.ts';
import { recordFirstPurchase } from './record-premium.ts';
import { renameMember } from './rename-member.ts';

const test = useTestApp();

describe('the first purchase', () => {
  it('makes a member premium for good, from the time of that purchase on', async () => {
    const client = await test.member();
    const note = (at: string) =>
      test.context.database.transaction((tx) => recordFirstPurchase(tx, client.id, new Date(at)));
    await note('2026-01-01T00:00:00Z');
    await note('2026-02-01T00:00:00Z');
    const [row] = await test.sql('select paid_at from members where member_id = $1', [client.id]);
    expect(row).toEqual({ paid_at: new Date('2026-01-01T00:00:00Z') });
    expect((await client.call('getUser')).body.user.paid_user).toBe(true);
  });
});

describe('renaming', () => {
  const rename = (memberId: MemberId, name: string) =>
    test.context.database.transaction((tx) => renameMember(tx, { memberId, name, email: 'fenna@example.org' }));

  it('frees the old name, keeps the new one, and allows a change of case', async () => {
    const [first, second] = [await test.member({ name: 'Fenna' }), await test.member({ name: 'Gijs' })];
    await expect(rename(second.id, 'FENNA')).rejects.toMatchObject({ fields: { name: 'name.taken' } });
    expect(await rename(first.id, 'fenna')).toBe('fenna');
    expect(await rename(first.id, ' Fenne ')).toBe('Fenne');
    expect(await rename(second.id, 'Fenna')).toBe('Fenna');
    const rows = await test.sql('select name_key from member_names where member_id = any($1) order by name_key', [
      [first.id, second.id],
    ]);
    expect(rows).toEqual([{ name_key: 'fenna' }, { name_key: 'fenne' }]);
  });

  it('gives a contested name to one member', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => test.member()));
    const results = await Promise.allSettled(members.map(({ id }) => rename(id, 'Most Wanted')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it("refuses staff names and the member's own address with the error codes of sign-up", async () => {
    const { id } = await test.member();
    await expect(rename(id, 'Moderator')).rejects.toMatchObject({ fields: { name: 'name.not-allowed' } });
    await expect(rename(id, 'Fenna@example.org')).rejects.toMatchObject({ fields: { name: 'name.same-as-email' } });
  });
});

describe('the consent to sensitive fields', () => {
  it('is stored with time and version, and removed when withdrawn (PII-08)', async () => {
    const { id } = await test.member();
    const now = new Date('2026-03-03T03:03:03Z');
    const read = async () =>
      (
        await test.sql(
          'select sensitive_consent_version as version, sensitive_consent_at as at from members where member_id = $1',
          [id],
        )
      )[0];
    await test.context.database.transaction((tx) => recordSensitiveConsent(tx, id, true, now));
    expect(await read()).toEqual({ version: '2025-11-01', at: now });
    await test.context.database.transaction((tx) => recordSensitiveConsent(tx, id, false, now));
    expect(await read()).toEqual({ version: null, at: null });
  });
});

describe('the nightly purge', () => {
  it('deletes expired attempts, tokens and sessions, and no others', async () => {
    const client = await test.member({ confirmed: false });
    await test.runJobs();
    await test.client().call('logIn', { login: 'nobody@example.org', password: 'a wrong password' });
    const count = async () =>
      (
        await test.sql(
          `select (select count(*)::int from attempts) as attempts, (select count(*)::int from tokens) as tokens,
                  (select count(*)::int from sessions where member_id = $1) as sessions`,
          [client.id],
        )
      )[0];
    await purgeExpired(test.context);
    const before = (await count()) as { attempts: number; tokens: number; sessions: number };
    expect(before.attempts * before.tokens * before.sessions).toBeGreaterThan(0);
    test.clock.move(31 * dayMs);
    await purgeExpired(test.context);
    expect(await count()).toEqual({ attempts: 0, tokens: 0, sessions: 0 });
  });
});
