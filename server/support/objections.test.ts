import { describe, expect, it } from 'vitest';

import { quickMember } from '../../tests/support/chat.ts';
import { buildComplaint, runSupport, runSupportAs, mailsTo, report } from '../../tests/support/complaint.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { dayMs } from '../platform/clock.ts';
import { deriveComplaintToken } from './numbers.ts';
import { purgeComplaints } from './purge-complaints.ts';

const test = useTestApp();

const why = ['--reason', 'selling', '--facts', 'You asked three people for money.'];
const complain = async (changes: object = {}) =>
  (await test.client().call('sendComplaint', buildComplaint(changes))).body.number;
const contest = (contests: string) => complain({ kind: 'decision', contests });
const getStatus = async (member: TestClient) =>
  (await test.sql<{ status: string }>('select status from members where member_id = $1', [member.id]))[0]?.status;

async function action(member: TestClient, kind: string): Promise<string> {
  expect((await runSupport(test, 'moderate', member.id, '--action', kind, ...why)).code).toBe(0);
  const [row] = await test.sql<{ number: string }>(
    'select number from moderation_actions where member_id = $1 and kind = $2',
    [member.id, kind],
  );
  return row?.number ?? '';
}

it('a second objection takes the action back, and no earlier decider may decide it', async () => {
  const bo = await quickMember(test);
  const first = await contest(await action(bo, 'ban'));
  expect((await runSupportAs('jo', test, 'close', first, 'unchanged')).code).toBe(0);
  const again = await contest(first);
  for (const who of ['Mo', 'Jo', ' mo', 'JO ', 'ｊｏ'])
    expect((await runSupportAs(who, test, 'close', again, 'changed')).said).toContain('somebody else decides');
  // The contested decision is kept until the objection is decided.
  test.clock.move(185 * dayMs);
  await purgeComplaints(test.context);
  expect((await runSupportAs('al', test, 'close', again, 'changed')).code).toBe(0);
  test.clock.move(-185 * dayMs);
  expect(await getStatus(bo)).toBe('active');
});

it('another report cannot be closed as acted on for an action that was taken back', async () => {
  const bo = await quickMember(test);
  const other = await complain();
  await bo.call('updateProfile', { about: 'Buy my watches' });
  for (const kind of ['text', 'ban'])
    expect((await runSupportAs('jo', test, 'close', await contest(await action(bo, kind)), 'changed')).code).toBe(0);
  expect((await runSupport(test, 'close', other, 'acted', '--member', bo.id)).said).toContain('nothing was done yet');
});

describe('an action that is taken back without an objection', () => {
  it('is announced to its member once, by mail and on its page', async () => {
    const bo = await quickMember(test);
    const number = await action(bo, 'ban');
    const readMails = async () =>
      (await mailsTo(test, `${bo.id}@example.org`)).filter(({ subject }) => subject.includes('reversed our decision'));
    expect(await readMails()).toEqual([]);
    const both = await Promise.all([
      runSupportAs('mo', test, 'revert', number),
      runSupportAs('jo', test, 'revert', ` ${number}`),
    ]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(await getStatus(bo)).toBe('active');
    const [mail, ...more] = await readMails();
    expect(more).toEqual([]);
    for (const part of [number, 'You can log in again', '/decision?']) expect(mail?.text).toContain(part);
    const { body } = await test
      .client()
      .call('getModerationAction', { number, token: deriveComplaintToken(test.context, number) });
    expect(body.reverted_at).not.toBeNull();
    expect((await runSupport(test, 'revert', 'AAAAA-AAAAA')).code).toBe(1);
    expect(await test.sql(`select act from staff_acts where number = $1 and act = 'revert'`, [number])).toHaveLength(1);
  });

  it('is shown as taken back to the members who reported', async () => {
    const [ada, bo] = [await quickMember(test), await quickMember(test)];
    const first = (await report(ada, { profile: bo.id })).body;
    const second = (await report(await quickMember(test), { profile: bo.id })).body;
    const isReverted = async ({ number, token }: { number: string; token: string }) =>
      (await test.client().call('getComplaint', { number, token })).body.reverted;
    expect((await runSupport(test, 'close', first.number, 'acted', '--action', 'ban', ...why)).code).toBe(0);
    expect((await runSupport(test, 'close', second.number, 'acted')).code).toBe(0);
    expect([await isReverted(first), await isReverted(second)]).toEqual([false, false]);
    const [ban] = await test.sql<{ number: string }>('select number from moderation_actions where member_id = $1', [
      bo.id,
    ]);
    await runSupport(test, 'revert', ban?.number ?? '');
    expect([await isReverted(first), await isReverted(second)]).toEqual([true, true]);
    // A later moderation action about the member counts again.
    await action(bo, 'ban');
    expect([await isReverted(first), await isReverted(second)]).toEqual([false, false]);
  });
});

describe('a decision under objection', () => {
  it('is not changed if nothing is taken back, and staff name the action if the objection does not', async () => {
    const bo = await quickMember(test);
    const number = await action(bo, 'ban');
    const objection = await complain({ kind: 'decision' });
    const refused = await complain();
    await runSupport(test, 'close', refused, 'no-breach');
    for (const one of [objection, await contest(refused)])
      expect(await runSupportAs('jo', test, 'close', one, 'changed')).toMatchObject({
        code: 1,
        said: expect.stringContaining('takes back nothing'),
      });
    const changed = ['close', objection, 'changed', '--decision', number] as const;
    expect((await runSupport(test, ...changed)).said).toContain('somebody else decides');
    expect(await getStatus(bo)).toBe('banned');
    expect((await runSupportAs('jo', test, ...changed)).code).toBe(0);
    expect(await getStatus(bo)).toBe('active');
  });

  it('is shown to staff with its action, even for a second objection', async () => {
    const number = await action(await quickMember(test), 'ban');
    const first = await contest(number);
    await runSupportAs('jo', test, 'close', first, 'unchanged');
    const { said } = await runSupport(test, 'show', await contest(first));
    for (const line of [`contests: ${first}`, `about the action: ${number}`]) expect(said).toContain(line);
  });
});
