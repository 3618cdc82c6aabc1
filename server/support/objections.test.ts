import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { quickMember } from '../../tests/support/chat.ts';
import { buildComplaint, desk, deskAs, mailsTo, report } from '../../tests/support/complaint.ts';
import { type TestApp, type TestClient, createTestApp } from '../../tests/support/test-app.ts';
import { dayMs } from '../platform/clock.ts';
import { deriveComplaintToken } from './numbers.ts';
import { purgeComplaints } from './purge-complaints.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const why = ['--ground', 'selling', '--facts', 'You asked three people for money.'];
const complain = async (changes: object = {}) =>
  (await test.client().call('sendComplaint', buildComplaint(changes))).body.number;
const contest = (contests: string) => complain({ kind: 'decision', contests });
const statusOf = async (member: TestClient) =>
  (await test.sql<{ status: string }>('select status from members where member_id = $1', [member.id]))[0]?.status;

async function measure(member: TestClient, kind: string): Promise<string> {
  expect((await desk(test, 'measure', member.id, '--measure', kind, ...why)).code).toBe(0);
  const [row] = await test.sql<{ number: string }>('select number from measures where member_id = $1 and kind = $2', [
    member.id,
    kind,
  ]);
  return row?.number ?? '';
}

it('a second objection takes the measure back, and no earlier decider may decide it', async () => {
  const bo = await quickMember(test);
  const first = await contest(await measure(bo, 'ban'));
  expect((await deskAs('jo', test, 'close', first, 'unchanged')).code).toBe(0);
  const again = await contest(first);
  for (const who of ['Mo', 'Jo', ' mo', 'JO ', 'ｊｏ'])
    expect((await deskAs(who, test, 'close', again, 'changed')).said).toContain('somebody else decides');
  // The contested decision is kept until the objection is decided.
  test.clock.move(185 * dayMs);
  await purgeComplaints(test.context);
  expect((await deskAs('al', test, 'close', again, 'changed')).code).toBe(0);
  test.clock.move(-185 * dayMs);
  expect(await statusOf(bo)).toBe('active');
});

it('another report cannot be closed as acted on for a measure that was taken back', async () => {
  const bo = await quickMember(test);
  const other = await complain();
  await bo.call('updateProfile', { about: 'Buy my watches' });
  for (const kind of ['text', 'ban'])
    expect((await deskAs('jo', test, 'close', await contest(await measure(bo, kind)), 'changed')).code).toBe(0);
  expect((await desk(test, 'close', other, 'acted', '--member', bo.id)).said).toContain('nothing was done yet');
});

describe('a measure that is taken back without an objection', () => {
  it('is announced to its member once, by email and on its page', async () => {
    const bo = await quickMember(test);
    const number = await measure(bo, 'ban');
    const letters = async () =>
      (await mailsTo(test, `${bo.id}@example.org`)).filter(({ subject }) =>
        subject.includes('taken our decision back'),
      );
    expect(await letters()).toEqual([]);
    const both = await Promise.all([deskAs('mo', test, 'lift', number), deskAs('jo', test, 'lift', ` ${number}`)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(await statusOf(bo)).toBe('active');
    const [letter, ...more] = await letters();
    expect(more).toEqual([]);
    for (const part of [number, 'You can log in again', '/decision?']) expect(letter?.text).toContain(part);
    const { body } = await test
      .client()
      .call('getMeasure', { number, token: deriveComplaintToken(test.context, number) });
    expect(body.lifted_at).not.toBeNull();
    expect((await desk(test, 'lift', 'AAAAA-AAAAA')).code).toBe(1);
    expect(await test.sql(`select act from desk_acts where number = $1 and act = 'lift'`, [number])).toHaveLength(1);
  });

  it('is shown as taken back to the members who reported', async () => {
    const [ada, bo] = [await quickMember(test), await quickMember(test)];
    const first = (await report(ada, { profile: bo.id })).body;
    const second = (await report(await quickMember(test), { profile: bo.id })).body;
    const takenBack = async ({ number, token }: { number: string; token: string }) =>
      (await test.client().call('getComplaint', { number, token })).body.taken_back;
    expect((await desk(test, 'close', first.number, 'acted', '--measure', 'ban', ...why)).code).toBe(0);
    expect((await desk(test, 'close', second.number, 'acted')).code).toBe(0);
    expect([await takenBack(first), await takenBack(second)]).toEqual([false, false]);
    const [ban] = await test.sql<{ number: string }>('select number from measures where member_id = $1', [bo.id]);
    await desk(test, 'lift', ban?.number ?? '');
    expect([await takenBack(first), await takenBack(second)]).toEqual([true, true]);
    // A later measure about the member counts again.
    await measure(bo, 'ban');
    expect([await takenBack(first), await takenBack(second)]).toEqual([false, false]);
  });
});

describe('a decision under objection', () => {
  it('is not changed if nothing is taken back, and staff name the measure if the objection does not', async () => {
    const bo = await quickMember(test);
    const number = await measure(bo, 'ban');
    const objection = await complain({ kind: 'decision' });
    const refused = await complain();
    await desk(test, 'close', refused, 'no-breach');
    for (const one of [objection, await contest(refused)])
      expect(await deskAs('jo', test, 'close', one, 'changed')).toMatchObject({
        code: 1,
        said: expect.stringContaining('takes back nothing'),
      });
    const changed = ['close', objection, 'changed', '--decision', number] as const;
    expect((await desk(test, ...changed)).said).toContain('somebody else decides');
    expect(await statusOf(bo)).toBe('banned');
    expect((await deskAs('jo', test, ...changed)).code).toBe(0);
    expect(await statusOf(bo)).toBe('active');
  });

  it('is shown to staff with its measure, even for a second objection', async () => {
    const number = await measure(await quickMember(test), 'ban');
    const first = await contest(number);
    await deskAs('jo', test, 'close', first, 'unchanged');
    const { said } = await desk(test, 'show', await contest(first));
    for (const line of [`contests: ${first}`, `about the measure: ${number}`]) expect(said).toContain(line);
  });
});
