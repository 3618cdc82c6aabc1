import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { quickMember } from '../../tests/support/chat.ts';
import { desk, deskAs, mailsTo } from '../../tests/support/complaint.ts';
import { type TestApp, type TestClient, createTestApp } from '../../tests/support/test-app.ts';
import { eraseAccounts } from '../erasure/erase-accounts.ts';
import { dayMs, minuteMs } from '../platform/clock.ts';
import { endMeasures } from './end-measures.ts';
import { deriveComplaintToken } from './numbers.ts';
import { purgeComplaints } from './purge-complaints.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const ban = ['--measure', 'ban', '--ground', 'respect', '--facts', 'You wrote to her again and again.'];
const banFor = (member: TestClient, days?: number) =>
  desk(test, 'measure', member.id, ...ban, ...(days === undefined ? [] : ['--days', String(days)]));
const bansOf = ({ id }: TestClient) =>
  test.sql<{ number: string; ended: boolean; lifted: boolean }>(
    `select number, ended_at is not null as ended, lifted_at is not null as lifted from measures where member_id = $1
      order by decided_at, ends_at`,
    [id],
  );
const statusOf = async ({ id }: TestClient) =>
  (await test.sql<{ status: string }>('select status from members where member_id = $1', [id]))[0]?.status;
const shown = async (number: string) =>
  (await test.client().call('getMeasure', { number, token: deriveComplaintToken(test.context, number) })).body;
const end = () => endMeasures(test.context);
/** Returns a member whose week-long ban is over by now. */
async function weekBanned(): Promise<{ bo: TestClient; number: string }> {
  const bo = await quickMember(test);
  expect((await banFor(bo, 7)).code).toBe(0);
  test.clock.move(7 * dayMs);
  return { bo, number: (await bansOf(bo))[0]?.number ?? '' };
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
    const [letter] = await mailsTo(test, `${bo.id}@example.org`);
    expect(letter?.text).toMatch(/applies until 17 January 2031 at 0?4:00/);
  });

  it('ends by itself when its time is over, and states its end before and after', async () => {
    const bo = await quickMember(test);
    expect((await banFor(bo, 7)).code).toBe(0);
    const number = (await bansOf(bo))[0]?.number ?? '';
    const [letter] = await mailsTo(test, `${bo.id}@example.org`);
    expect(letter?.text).toContain('applies until');
    expect(letter?.text).not.toContain('no end date');
    test.clock.move(7 * dayMs - minuteMs);
    await end();
    expect([await statusOf(bo), (await shown(number)).ended_at]).toEqual(['banned', null]);
    test.clock.move(minuteMs);
    await end();
    expect(await statusOf(bo)).toBe('active');
    const { ended_at: endedAt, lifted_at: liftedAt } = await shown(number);
    expect([endedAt, liftedAt]).toEqual([expect.any(String), null]);
    test.clock.move(dayMs);
    await end();
    expect((await shown(number)).ended_at).toBe(endedAt);
  });

  it('gives way to a longer ban but not to a shorter one, and each ends on its own', async () => {
    const bo = await quickMember(test);
    await banFor(bo, 7);
    expect([(await banFor(bo, 6)).code, (await banFor(bo, 14)).code, (await banFor(bo)).code]).toEqual([1, 0, 0]);
    expect([(await banFor(bo)).code, (await banFor(bo, 30)).code]).toEqual([1, 1]);
    const [week, , forGood] = (await bansOf(bo)).map(({ number }) => number);
    test.clock.move(7 * dayMs);
    await end();
    expect([await statusOf(bo), (await shown(week ?? '')).banned_otherwise]).toEqual(['banned', true]);
    await desk(test, 'lift', forGood ?? '');
    expect(await statusOf(bo)).toBe('banned');
    const mails = await mailsTo(test, `${bo.id}@example.org`);
    expect(mails.find(({ subject }) => subject.includes('taken our decision back'))?.text).toContain(
      'because of another decision',
    );
    test.clock.move(7 * dayMs);
    await end();
    expect(await statusOf(bo)).toBe('active');
  });

  it('lasts 1 to 180 days, and no other measure is temporary', async () => {
    const bo = await quickMember(test);
    for (const days of ['0', '181', '1.5', '-3', 'x', ''])
      expect((await desk(test, 'measure', bo.id, ...ban, '--days', days)).code).toBe(1);
    const text = ['--measure', 'text', ...ban.slice(2), '--days', '3'];
    expect((await desk(test, 'measure', bo.id, ...text)).code).toBe(1);
    expect(await bansOf(bo)).toEqual([]);
  });

  it('keeps its reasons until it is over, however late that is', async () => {
    const bo = await quickMember(test);
    await banFor(bo, 180);
    test.clock.move(190 * dayMs);
    await purgeComplaints(test.context);
    await end();
    expect(await statusOf(bo)).toBe('active');
    await purgeComplaints(test.context);
    expect(await bansOf(bo)).toEqual([]);
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
    expect(await statusOf(bo)).toBe('banned');
    await purgeComplaints(test.context);
    expect([await statusOf(bo), (await bansOf(bo)).length]).toEqual(['banned', 1]);
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
    expect([await statusOf(stuck), await statusOf(bo)]).toEqual(['banned', 'active']);
    await test.sql(`alter table members drop constraint ${name}`);
    await end();
    expect(await statusOf(stuck)).toBe('active');
  });
});

describe('the end of a ban in a race', () => {
  const rounds = 8;

  it('with lifts and other runs opens the account, with one email about the lift', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { bo, number } = await weekBanned();
      const lifts = [desk(test, 'lift', number), deskAs('jo', test, 'lift', number)];
      await Promise.all([end(), ...lifts, end()]);
      expect((await Promise.all(lifts)).map(({ code }) => code).toSorted()).toEqual([0, 1]);
      expect([await statusOf(bo), (await bansOf(bo))[0]?.lifted]).toEqual(['active', true]);
      const told = (await mailsTo(test, `${bo.id}@example.org`)).filter(({ subject }) => subject.includes('taken our'));
      expect(told).toHaveLength(1);
    }
  });

  it('with a second ban leaves the member banned for good', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { bo } = await weekBanned();
      const [, second] = await Promise.all([end(), banFor(bo), end()]);
      expect([second.code, await statusOf(bo)]).toEqual([0, 'banned']);
      expect((await bansOf(bo)).map(({ ended }) => ended)).toEqual([true, false]);
    }
  });

  it('with a lift and a second ban leaves the member banned for good', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { bo, number } = await weekBanned();
      const [lift, second] = await Promise.all([desk(test, 'lift', number), banFor(bo)]);
      expect([lift.code, second.code, await statusOf(bo)]).toEqual([0, 0, 'banned']);
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
      expect([await statusOf(bo), (await bansOf(bo)).length]).toEqual(['banned', 2]);
    }
  });

  it('with the erasure of a leaving member brings nobody back', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const bo = await quickMember(test);
      const leaving = (due: Date) =>
        test.sql('insert into departures (member_id, left_at, due_at) values ($1, now(), $2)', [bo.id, due]);
      await test.sql(`update members set status = 'pending_deletion' where member_id = $1`, [bo.id]);
      await banFor(bo, 7);
      test.clock.move(7 * dayMs);
      await leaving(test.clock.now());
      await Promise.all([end(), eraseAccounts(test.context), end()]);
      await eraseAccounts(test.context);
      expect(await statusOf(bo)).toBe('deleted');
    }
  });
});
