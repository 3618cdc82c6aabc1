import { beforeEach, describe, expect, it, vi } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { languages } from '../../../contract/platform/languages.ts';
import { notificationKinds } from '../../../contract/notifications/notification-rules.ts';
import { quickMember } from '../../../tests/support/chat.ts';
import { comingVersion } from '../../../tests/support/terms.ts';
import { type TestClient, createTestApp, signUpForm, useTestApp } from '../../../tests/support/test-app.ts';
import { eraseMember } from '../../erasure/erase-member.ts';
import { dayMs, hourMs } from '../../platform/clock.ts';
import { setEmail } from '../address/queries.ts';
import { planTermsMails } from './plan-terms-mail.ts';
import { termsVersions } from './terms-versions.data.ts';

const announcedAt = '2027-03-01T00:00:00.000Z';
const appliesAt = '2027-04-01T00:00:00.000Z';
const firstDate = '2023-12-01T12:00:00.000Z';
const coming = comingVersion(appliesAt, announcedAt);

const test = useTestApp({ terms: [...termsVersions, coming] });
const at = (time: string): void => test.clock.set(new Date(time));
beforeEach(async () => {
  await test.sql(`update members set status = 'banned' where status <> 'deleted'`);
  at('2027-02-01T12:00:00Z');
});

const plan = (): Promise<void> => planTermsMails(test.context);
async function noted(...members: TestClient[]): Promise<string[]> {
  const rows = await test.sql<{ member_id: MemberId }>(
    'select member_id from terms_announcements where member_id = any($1)',
    [members.map(({ id }) => id)],
  );
  return rows.map((row) => row.member_id);
}
async function readMails({ id }: TestClient, email = `${id}@example.org`) {
  await test.runJobs();
  return (await test.outbox()).filter(({ to, subject }) => to === email && /terms of use/i.test(subject));
}
const setStatus = (member: TestClient, status: string): Promise<unknown> =>
  test.sql('update members set status = $2 where member_id = $1', [member.id, status]);

describe('the mail about new terms (LEG-16)', () => {
  it('goes to every account, never before the announcement and always 14 days ahead', async () => {
    const members = [await quickMember(test), await quickMember(test, { confirmed: false })];
    at('2027-02-28T23:59:59Z');
    await plan();
    expect(await noted(...members)).toEqual([]);
    const late = vi.spyOn(test.context.log, 'error');
    at(announcedAt);
    test.clock.move(hourMs);
    await plan();
    for (const member of members) {
      const [mail, ...others] = await readMails(member);
      expect(others).toEqual([]);
      expect(mail?.subject).toBe('Our terms of use change on 1 April 2027');
      expect(mail?.text).toContain('from 1 April 2027, 00:00 UTC');
      expect(mail?.text).toContain('/terms?version=2027-04-01');
      for (const change of coming.changes) expect(mail?.text).toContain(test.context.sentences.in('en')(change));
    }
    expect(late).not.toHaveBeenCalled();
    // Later runs, up to the end, send nothing more.
    for (let day = 0; day < 50; day += 7) {
      test.clock.move(7 * dayMs);
      await plan();
    }
    for (const member of members) expect(await readMails(member)).toHaveLength(1);
  });

  it('is sent once even if several nodes plan it at the same time', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, () => quickMember(test)));
    at(announcedAt);
    await Promise.all([plan(), plan(), plan(), plan()]);
    for (const member of members) expect(await readMails(member)).toHaveLength(1);
    // This node read its page before the others and processes it after the mails are out.
    const page = members.map(({ id }) => ({ member_id: id }));
    vi.spyOn(test.context.database, 'all').mockResolvedValueOnce(page as never);
    await plan();
    for (const member of members) expect(await readMails(member)).toHaveLength(1);
  });

  it('is neither lost nor sent twice if a process is killed during planning or before sending', async () => {
    const member = await quickMember(test);
    at(announcedAt);
    const killed = vi.spyOn(test.context.jobs, 'addAll').mockRejectedValueOnce(new Error('killed'));
    await expect(plan()).rejects.toThrow('killed');
    killed.mockRestore();
    expect(await noted(member)).toEqual([]);
    await plan();
    // The worker stops before it sends; the next one plans again and sends.
    expect((await test.outbox()).filter(({ to }) => to === `${member.id}@example.org`)).toEqual([]);
    await plan();
    expect(await readMails(member)).toHaveLength(1);
  });

  it('cannot be switched off, and is discreet if discreet mail is on', async () => {
    const member = await quickMember(test);
    await member.call('updateUser', { notifications_disabled: [...notificationKinds], discreet_mail: true });
    at(announcedAt);
    await plan();
    await test.runJobs();
    const [mail, ...others] = (await test.outbox()).filter(({ to }) => to === `${member.id}@example.org`);
    expect(others).toEqual([]);
    expect([mail?.subject, mail?.text.includes('1 April 2027')]).toEqual(['About your account', true]);
  });

  it('waits until the address works', async () => {
    const member = await quickMember(test);
    const fail = (failed: boolean): Promise<unknown> =>
      test.sql(`update members set notifications_off = '{"news": "fbl"}', address_failed = $2 where member_id = $1`, [
        member.id,
        failed,
      ]);
    await fail(true);
    at(announcedAt);
    await plan();
    expect(await readMails(member)).toEqual([]);
    await fail(false);
    await plan();
    expect(await readMails(member)).toHaveLength(1);
  });

  it('is planned again for members who could not get it when it was due', async () => {
    const [bounced, moved, left] = [await quickMember(test), await quickMember(test), await quickMember(test)];
    at(announcedAt);
    await plan();
    for (const { id } of [bounced, moved])
      await test.sql('update members set address_failed = true where member_id = $1', [id]);
    await setStatus(left, 'pending_deletion');
    for (const member of [bounced, moved, left]) expect(await readMails(member)).toEqual([]);
    await plan();
    for (const member of [bounced, moved, left]) expect(await readMails(member)).toEqual([]);
    await test.sql('update members set address_failed = false where member_id = $1', [bounced.id]);
    await test.context.database.transaction((tx) =>
      tx.run(setEmail, { memberId: moved.id, email: `new-${moved.id}@example.org` }),
    );
    await setStatus(left, 'active');
    for (let run = 0; run < 2; run += 1) {
      await plan();
      expect(await readMails(bounced)).toHaveLength(1);
      expect(await readMails(moved, `new-${moved.id}@example.org`)).toHaveLength(1);
      expect(await readMails(left)).toHaveLength(1);
    }
  });

  it.each(['banned', 'pending_deletion', 'deleted'])(
    'never goes to a member who is %s, whether planned before or not',
    async (status) => {
      const [before, after] = [await quickMember(test), await quickMember(test)];
      await setStatus(before, status);
      at(announcedAt);
      await plan();
      await setStatus(after, status);
      expect([await readMails(before), await readMails(after)]).toEqual([[], []]);
    },
  );

  it('goes to a member who comes back even after the new terms apply, never to a fictional one', async () => {
    const [back, fictional] = [await quickMember(test), await quickMember(test, { fictional: true })];
    await setStatus(back, 'pending_deletion');
    at('2027-03-31T12:00:00Z');
    await plan();
    at('2027-04-10T12:00:00Z');
    await setStatus(back, 'active');
    await plan();
    expect([(await readMails(back)).length, (await readMails(fictional)).length]).toEqual([1, 0]);
  });

  it('is logged as late if a member was not told in time', async () => {
    await quickMember(test);
    const log = vi.spyOn(test.context.log, 'error');
    at('2027-03-18T00:00:01Z');
    await quickMember(test);
    await plan();
    expect(log).toHaveBeenCalledWith(
      { event: 'terms.late', version: appliesAt, weight: 'minor', planned: 2, late: 1 },
      'members are told of new terms too late',
    );
  });

  it('leaves no record of an erased member, and is not sent to them', async () => {
    const [member, other] = [await quickMember(test), await quickMember(test)];
    at(announcedAt);
    await plan();
    await member.call('dismissTerms', { applies_at: appliesAt });
    await setStatus(member, 'deleted');
    await eraseMember(test.context, member.id);
    // A node that read its page earlier sends nothing, either.
    vi.spyOn(test.context.database, 'all').mockResolvedValueOnce([{ member_id: member.id }] as never);
    await plan();
    expect(await noted(member, other)).toEqual([other.id]);
    expect(await readMails(member)).toEqual([]);
  });

  it('states the changes in every language', async () => {
    const subjects = new Set<string>();
    at(announcedAt);
    for (const language of languages) {
      const member = await quickMember(test);
      await test.sql('update members set language = $2 where member_id = $1', [member.id, language]);
      await plan();
      await test.runJobs();
      const mail = (await test.outbox()).find(({ to }) => to === `${member.id}@example.org`);
      expect(mail?.text, language).toContain('2027');
      expect(mail?.text, language).toContain('UTC');
      for (const change of coming.changes)
        expect(mail?.text, language).toContain(test.context.sentences.in(language)(change));
      subjects.add(mail?.subject ?? '');
    }
    expect(subjects.size).toBe(languages.length);
  });
});

describe('the versions of the terms (LEG-16)', () => {
  const states = async (client = test.client()): Promise<string[]> =>
    (await client.call('listTerms')).body.versions.map(({ applies_at: day, state }) => `${day.slice(0, 10)} ${state}`);

  it('are public: the current one, the coming one once it is announced, and past ones', async () => {
    at('2027-02-28T23:59:59Z');
    expect(await states()).toEqual(['2023-12-01 current']);
    at(announcedAt);
    expect(await states()).toEqual(['2023-12-01 current', '2027-04-01 coming']);
    at(appliesAt);
    expect(await states()).toEqual(['2023-12-01 past', '2027-04-01 current']);
    const [old, present] = (await test.client().call('listTerms')).body.versions;
    expect(old?.sections.map(({ heading }) => heading)).toContain('static-pages.terms.safety');
    expect(present?.sections.map(({ heading }) => heading)).not.toContain('static-pages.terms.safety');
    expect(present?.changes).toEqual(coming.changes);
  });

  it('are accepted as they apply at sign-up, and new members are still told of a coming one', async () => {
    const joined = async (time: string) => {
      at(time);
      const client = test.client();
      const form = signUpForm();
      client.id = toId((await client.call('signUp', form)).body.user?.id);
      const { consents } = (await client.call('listConsents')).body;
      const [row] = await test.sql<{ text_hash: string; terms_version: string }>(
        `select text_hash, terms_version from consents join members using (member_id) where member_id = $1 and subject = 'terms'`,
        [client.id],
      );
      const version = consents.find(({ subject }) => subject === 'terms')?.version;
      expect(row?.terms_version).toBe(version);
      return { client, email: form.email, version, hash: row?.text_hash };
    };
    const before = await joined('2027-03-31T23:00:00Z');
    expect(before.version).toBe(firstDate);
    expect((await before.client.call('getUser')).body.user.terms_coming).toBe(appliesAt);
    await plan();
    expect(await readMails(before.client, before.email)).toHaveLength(1);
    const after = await joined('2027-04-01T00:00:00Z');
    expect(after.version).toBe(appliesAt);
    expect(after.hash).not.toBe(before.hash);
    expect((await after.client.call('getUser')).body.user.terms_coming).toBeNull();
    await plan();
    expect(await readMails(after.client, after.email)).toEqual([]);
    // The accepted version stays.
    const { consents } = (await before.client.call('listConsents')).body;
    expect(consents.find(({ subject }) => subject === 'terms')?.version).toBe(firstDate);
  });
});

describe('the announcement of new terms', () => {
  const shown = async (client: TestClient) => (await client.call('getUser')).body.user.terms_coming;

  it('is shown from their announcement until the member dismisses it or they apply', async () => {
    at('2027-02-28T12:00:00Z');
    const [member, other] = [await quickMember(test), await quickMember(test)];
    expect(await shown(member)).toBeNull();
    at(announcedAt);
    expect(await shown(member)).toBe(appliesAt);
    // Only the announced version has an announcement.
    await member.call('dismissTerms', { applies_at: firstDate });
    expect(await shown(member)).toBe(appliesAt);
    for (let count = 0; count < 2; count++)
      expect((await member.call('dismissTerms', { applies_at: appliesAt })).body).toEqual({ ok: true });
    expect([await shown(member), await shown(other)]).toEqual([null, appliesAt]);
    // Dismissing the announcement does not count as being told.
    await plan();
    expect(await readMails(member)).toHaveLength(1);
    expect(await shown(member)).toBeNull();
    at(appliesAt);
    expect(await shown(await quickMember(test))).toBeNull();
  });
});

it('a server does not start with terms announced less than 14 days before they apply', async () => {
  const hurried = comingVersion('2027-03-14T00:00:00.000Z', announcedAt);
  await expect(createTestApp({ terms: [...termsVersions, hurried] })).rejects.toThrow(/less than 14 days before/);
});
