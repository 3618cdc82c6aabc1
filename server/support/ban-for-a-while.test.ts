import { describe, expect, it } from 'vitest';

import { quickMember } from '../../tests/support/chat.ts';
import { runSupport, runSupportAs, mailsTo } from '../../tests/support/complaint.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { eraseAccounts } from '../erasure/erase-accounts.ts';
import { dayMs, minuteMs } from '../platform/clock.ts';
import { endModerationActions } from './take-moderation-action.ts';
import { deriveComplaintToken } from './numbers.ts';
import { purgeComplaints } from './purge-complaints.ts';

const test = useTestApp();

const ban = ['--action', 'ban', '--reason', 'respect', '--facts', 'You wrote to her again and again.'];
const banFor = (member: TestClient, days?: number) =>
  runSupport(test, 'moderate', member.id, ...ban, ...(days === undefined ? [] : ['--days', String(days)]));
const listBans = ({ id }: TestClient) =>
  test.sql<{ number: string; ended: boolean; reverted: boolean }>(
    `select number, ended_at is not null as ended, reverted_at is not null as reverted from moderation_actions where member_id = $1
      order by decided_at, ends_at`,
    [id],
  );
const getStatus = async ({ id }: TestClient) =>
  (await test.sql<{ status: string }>('select status from members where member_id = $1', [id]))[0]?.status;
const shown = async (number: string) =>
  (await test.client().call('getModerationAction', { number, token: deriveComplaintToken(test.context, number) })).body;
const end = () => endModerationActions(test.context);
/** Returns a member whose week-long ban is over by now. */
async function weekBanned(): Promise<{ bo: TestClient; number: string }> {
  const bo = await quickMember(test);
  expect((await banFor(bo, 7)).code).toBe(0);
  test.clock.move(7 * dayMs);
  return { bo, number: (await listBans(bo))[0]?.number ?? '' };
}

describe('a temporary ban', () => {
  it('states its end in the time zone of the member', async () => {
    test.clock.set(new Date('2031-01-10T12:00:00Z'));
    const bo = await quickMember(test);
    await test.sql(
      `update profiles set country = 'US', region = 'US-CA', town = 'us-los-angeles' where member_id = $1`,
      [bo.id],
    );
    await banFor(bo, 7);
    const [mail] = await mailsTo(test, `${bo.id}@example.org`);
    expect(mail?.text).toMatch(/applies until 17 January 2031 at 0?4:00/);
  });

  it('ends automatically when its time is over, and states its end before and after', async () => {
    const bo = await quickMember(test);
    expect((await banFor(bo, 7)).code).toBe(0);
    const number = (await listBans(bo))[0]?.number ?? '';
    const [mail] = await mailsTo(test, `${bo.id}@example.org`);
    expect(mail?.text).toContain('applies until');
    expect(mail?.text).not.toContain('no end date');
    test.clock.move(7 * dayMs - minuteMs);
    await end();
    expect([await getStatus(bo), (await shown(number)).ended_at]).toEqual(['banned', null]);
    test.clock.move(minuteMs);
    await end();
    expect(await getStatus(bo)).toBe('active');
    const { ended_at: endedAt, reverted_at: revertedAt } = await shown(number);
    expect([endedAt, revertedAt]).toEqual([expect.any(String), null]);
    test.clock.move(dayMs);
    await end();
    expect((await shown(number)).ended_at).toBe(endedAt);
  });

  it('gives way to a longer ban but not to a shorter one, and each ends on its own', async () => {
    const bo = await quickMember(test);
    await banFor(bo, 7);
    expect([(await banFor(bo, 6)).code, (await banFor(bo, 14)).code, (await banFor(bo)).code]).toEqual([1, 0, 0]);
    expect([(await banFor(bo)).code, (await banFor(bo, 30)).code]).toEqual([1, 1]);
    const [week, , forGood] = (await listBans(bo)).map(({ number }) => number);
    test.clock.move(7 * dayMs);
    await end();
    expect([await getStatus(bo), (await shown(week ?? '')).banned_otherwise]).toEqual(['banned', true]);
    await runSupport(test, 'revert', forGood ?? '');
    expect(await getStatus(bo)).toBe('banned');
    const mails = await mailsTo(test, `${bo.id}@example.org`);
    expect(mails.find(({ subject }) => subject.includes('reversed our decision'))?.text).toContain(
      'because of another of our decisions',
    );
    test.clock.move(7 * dayMs);
    await end();
    expect(await getStatus(bo)).toBe('active');
  });

  it('lasts 1 to 180 days, and no other action is temporary', async () => {
    const bo = await quickMember(test);
    for (const days of ['0', '181', '1.5', '-3', 'x', ''])
      expect((await runSupport(test, 'moderate', bo.id, ...ban, '--days', days)).code).toBe(1);
    const text = ['--action', 'text', ...ban.slice(2), '--days', '3'];
    expect((await runSupport(test, 'moderate', bo.id, ...text)).code).toBe(1);
    expect(await listBans(bo)).toEqual([]);
  });

  it('never becomes permanent by a misspelled option or a stray word', async () => {
    const bo = await quickMember(test);
    const refused = (...words: string[]) => runSupport(test, 'moderate', bo.id, ...ban, ...words);
    expect(await refused('--day', '3')).toMatchObject({ code: 1, said: expect.stringContaining("'--day'") });
    expect(await refused('--days')).toMatchObject({ code: 1, said: expect.stringContaining('--days') });
    expect(await refused('3')).toEqual({ code: 1, said: 'unknown: 3' });
    expect(await listBans(bo)).toEqual([]);
  });

  it('keeps its reasons until it is over, however late that is', async () => {
    const bo = await quickMember(test);
    await banFor(bo, 180);
    test.clock.move(190 * dayMs);
    await purgeComplaints(test.context);
    await end();
    expect(await getStatus(bo)).toBe('active');
    await purgeComplaints(test.context);
    expect(await listBans(bo)).toEqual([]);
  });
});

describe('a late end of a ban', () => {
  it('does not open an account that was banned for good half a year ago', async () => {
    const bo = await quickMember(test);
    await banFor(bo, 180);
    test.clock.move(dayMs);
    await banFor(bo);
    test.clock.move(190 * dayMs);
    await purgeComplaints(test.context);
    await end();
    expect(await getStatus(bo)).toBe('banned');
    await purgeComplaints(test.context);
    expect([await getStatus(bo), (await listBans(bo)).length]).toEqual(['banned', 1]);
  });

  it('does not delay the end of other bans if it fails, and is retried', async () => {
    const [stuck, bo] = [await quickMember(test), await quickMember(test)];
    await banFor(stuck, 1);
    await banFor(bo, 2);
    test.clock.move(2 * dayMs);
    const name = `members_${stuck.id.replaceAll('-', '')}`;
    await test.sql(
      `alter table members add constraint ${name} check (member_id <> '${stuck.id}' or status = 'banned')`,
    );
    await end();
    expect([await getStatus(stuck), await getStatus(bo)]).toEqual(['banned', 'active']);
    await test.sql(`alter table members drop constraint ${name}`);
    await end();
    expect(await getStatus(stuck)).toBe('active');
  });
});

describe('the end of a ban in a race', () => {
  const rounds = 8;

  it('with reverts and other runs opens the account, with one mail about the revert', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { bo, number } = await weekBanned();
      const reverts = [runSupport(test, 'revert', number), runSupportAs('jo', test, 'revert', number)];
      await Promise.all([end(), ...reverts, end()]);
      expect((await Promise.all(reverts)).map(({ code }) => code).toSorted()).toEqual([0, 1]);
      expect([await getStatus(bo), (await listBans(bo))[0]?.reverted]).toEqual(['active', true]);
      const told = (await mailsTo(test, `${bo.id}@example.org`)).filter(({ subject }) =>
        subject.includes('reversed our'),
      );
      expect(told).toHaveLength(1);
    }
  });

  it('with a second ban leaves the member banned for good', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { bo } = await weekBanned();
      const [, second] = await Promise.all([end(), banFor(bo), end()]);
      expect([second.code, await getStatus(bo)]).toEqual([0, 'banned']);
      expect((await listBans(bo)).map(({ ended }) => ended)).toEqual([true, false]);
    }
  });

  it('with a revert and a second ban leaves the member banned for good', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { bo, number } = await weekBanned();
      const [revert, second] = await Promise.all([runSupport(test, 'revert', number), banFor(bo)]);
      expect([revert.code, second.code, await getStatus(bo)]).toEqual([0, 0, 'banned']);
    }
  });

  it('with two longer bans at once records only one of them', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { bo } = await weekBanned();
      const codes = await Promise.all([banFor(bo), banFor(bo), end()]);
      expect(
        codes
          .slice(0, 2)
          .map((one) => one?.code)
          .toSorted(),
      ).toEqual([0, 1]);
      expect([await getStatus(bo), (await listBans(bo)).length]).toEqual(['banned', 2]);
    }
  });

  it('with the erasure of a leaving member brings nobody back', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const bo = await quickMember(test);
      const leaving = (due: Date) =>
        test.sql('insert into account_deletions (member_id, left_at, due_at) values ($1, now(), $2)', [bo.id, due]);
      await test.sql(`update members set status = 'pending_deletion' where member_id = $1`, [bo.id]);
      await banFor(bo, 7);
      test.clock.move(7 * dayMs);
      await leaving(test.clock.now());
      await Promise.all([end(), eraseAccounts(test.context), end()]);
      await eraseAccounts(test.context);
      expect(await getStatus(bo)).toBe('deleted');
    }
  });
});
