import { afterAll, beforeAll, expect, it } from 'vitest';

import { quickMember } from '../../tests/support/chat.ts';
import { complaintOf, desk, deskAs } from '../../tests/support/complaint.ts';
import { type TestApp, type TestClient, createTestApp } from '../../tests/support/test-app.ts';
import { dayMs } from '../platform/clock.ts';
import { purgeComplaints } from './purge-complaints.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const why = ['--ground', 'selling', '--facts', 'You asked three people for money.'];
const complain = async (changes: object = {}) =>
  (await test.client().call('sendComplaint', complaintOf(changes))).body.number;
const contest = (contests: string) => complain({ kind: 'decision', contests });
const statusOf = async (member: TestClient) =>
  (await test.sql<{ status: string }>('select status from members where member_id = $1', [member.id]))[0]?.status;

/** Does something about a member as Mo, and returns the number of the reasons. */
async function measure(member: TestClient, kind: string): Promise<string> {
  expect((await desk(test, 'measure', member.id, '--measure', kind, ...why)).code).toBe(0);
  const [row] = await test.sql<{ number: string }>('select number from measures where member_id = $1 and kind = $2', [
    member.id,
    kind,
  ]);
  return row?.number ?? '';
}

it('an objection to the answer to an objection takes back the measure, and who decided before does not decide', async () => {
  const bo = await quickMember(test);
  const first = await contest(await measure(bo, 'ban'));
  expect((await deskAs('Jo', test, 'close', first, 'unchanged')).code).toBe(0);
  const again = await contest(first);
  for (const who of ['Mo', 'Jo', ' mo', 'JO '])
    expect((await deskAs(who, test, 'close', again, 'changed')).said).toContain('somebody else decides');
  // What it contests is kept until it is decided.
  test.clock.move(185 * dayMs);
  await purgeComplaints(test.context);
  expect((await deskAs('Al', test, 'close', again, 'changed')).code).toBe(0);
  test.clock.move(-185 * dayMs);
  expect(await statusOf(bo)).toBe('active');
});

it('what was taken back is nothing for which another report could be closed as acted on', async () => {
  const bo = await quickMember(test);
  const other = await complain();
  await bo.call('updateProfile', { about: 'Buy my watches' });
  for (const kind of ['text', 'ban'])
    expect((await deskAs('Jo', test, 'close', await contest(await measure(bo, kind)), 'changed')).code).toBe(0);
  expect((await desk(test, 'close', other, 'acted', '--member', bo.id)).said).toContain('nothing was done yet');
});
