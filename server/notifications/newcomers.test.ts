import { beforeAll, describe, expect, it } from 'vitest';

import { type Digests, createDigestTools } from '../../tests/support/digests.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';

const test = useTestApp();
let { away, leave, only, readMails, sent, planned }: Digests = {} as Digests;
beforeAll(async () => {
  ({ away, leave, only, readMails, sent, planned } = createDigestTools(test));
});

async function reader(): Promise<TestClient> {
  const member = await away();
  await only(member, ['weekly_updates']);
  return member;
}

describe('new members in a weekly update', () => {
  /** Creates a member who joined two days ago, with the gender and age that all these tests use. */
  const joined = (): Promise<TestClient> => away(2);

  it('are those whom the member’s saved search finds, counted up to twenty', async () => {
    test.clock.set(new Date('2026-12-17T17:30:00Z'));
    const member = await reader();
    const narrow = await reader();
    await test.sql(`update members set search = '{"max_age": 25}' where member_id = $1`, [narrow.id]);
    // Four are new: one blocks the member, one is hidden by them, and one is invisible.
    const [blocker, hidden] = [await joined(), await joined(), await joined()];
    await away(2, { invisible: true });
    // One joined before the member was last online.
    await away(5);
    await blocker.call('blockMember', { profile: member.id });
    await member.call('hideMember', { profile: hidden.id });
    await leave(member, 4);
    const fitting = async (): Promise<string | undefined> => {
      await test.sql('delete from digests where member_id = any($1)', [[member.id, narrow.id]]);
      await test.sql('delete from notices where member_id = any($1)', [[member.id, narrow.id]]);
      const [mail] = await sent(member);
      return /^.* your search\.$/m.exec(mail?.text ?? '')?.[0];
    };
    expect(await fitting()).toBe('1 new member matches your search.');
    for (let count = 2; count <= 20; count += 1) await joined();
    expect(await fitting()).toBe('20 new members match your search.');
    await joined();
    expect(await fitting()).toBe('More than 20 new members match your search.');
    expect(await readMails(narrow)).toEqual([]);
  });

  it('cause no mail to be planned or sent if nobody is new', async () => {
    test.clock.set(new Date('2027-03-04T17:30:00Z'));
    const member = await reader();
    expect(await sent(member)).toEqual([]);
    expect(await planned(member)).toEqual([]);
  });
});
