import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { DigestKind } from '../../contract/notifications/notification-rules.ts';
import { type QuickMember, quickMember, configureSite } from '../../tests/support/chat.ts';
import { type Digests, createDigestTools } from '../../tests/support/digests.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { jobHandlers, type JobPayloads } from '../modules.ts';
import { dayMs, hourMs } from '../platform/clock.ts';
import { readUnsubscribeToken } from './unsubscribe.ts';
import { planDigests } from './plan-digests.ts';

const test = useTestApp();
let { away, leave, only, readMails, sent, planned }: Digests = {} as Digests;
beforeAll(async () => {
  ({ away, leave, only, readMails, sent, planned } = createDigestTools(test));
});
beforeEach(() => test.sql('delete from graphile_worker._private_jobs'));

const at = (time: string): void => test.clock.set(new Date(time));
/** Half an hour after the windows open in Amsterdam. */
const [tuesday, wednesday, saturday] = ['2026-12-22T17:30:00Z', '2026-12-16T17:30:00Z', '2026-12-19T10:30:00Z'];

/** Creates a member who is away and gets only one kind. */
async function reader(kind: DigestKind, days?: number, wanted?: QuickMember): Promise<TestClient> {
  const member = await away(days, wanted);
  await only(member, [kind]);
  return member;
}

/** Creates a 20 % code of the member's own. */
async function ownCode(member: TestClient, columns: Record<string, unknown> = {}): Promise<string> {
  const code = `OWN-${member.id.slice(0, 8).toUpperCase()}-${Object.keys(columns).length}`;
  const row = {
    code,
    scope: 'default',
    percentage: 20,
    member_id: member.id,
    valid_from: new Date(0),
    created_at: new Date(0),
    ...columns,
  };
  const names = Object.keys(row);
  await test.sql(
    `insert into discount_codes (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
  return code;
}

/** Each kind with a member who gets it, at its time, and a sentence of its mail. */
const kinds: [DigestKind, string, () => Promise<TestClient>, string][] = [
  ['reminders', wednesday, () => reader('reminders'), 'Your profile has no photo yet.'],
  ['promotions', tuesday, () => reader('promotions', 60), 'off your first purchase of credits.'],
  ['news', saturday, () => reader('news', 60), 'You can search your messages.'],
];

describe.each(kinds)('the %s mail', (kind, moment, make, says) => {
  it('comes once in its window, with a link that ends only its own kind (MAI-01, MAI-02, MAI-10)', async () => {
    at(moment);
    const member = await make();
    const off = await make();
    await test.sql(
      `update members set notifications_off = notifications_off || jsonb_build_object($2::text, 'member') where member_id = $1`,
      [off.id, kind],
    );
    const [mail, ...others] = await sent(member);
    expect(others).toEqual([]);
    expect(mail?.text).toContain(says);
    expect(mail?.html).not.toContain('<img');
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const token = /token=([\w-]+)>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect(readUnsubscribeToken(test.context.secret, token)).toEqual({ memberId: member.id, kind });
    expect(await readMails(off)).toEqual([]);
    expect(await planned(off)).toEqual([]);
    test.clock.move(8 * hourMs);
    expect(await sent(member)).toHaveLength(1);
    test.clock.move(2 * dayMs);
    expect(await sent(member)).toHaveLength(1);
  });

  it('gives nothing away in an inbox list in discreet mode (MAI-09)', async () => {
    at(moment);
    const member = await make();
    await test.sql('update members set discreet_mail = true where member_id = $1', [member.id]);
    const [mail] = await sent(member);
    expect(mail?.mail).toMatch(/^About your account\n\s*Open this e-mail when it suits you\./);
    expect(mail?.mail).toContain(says);
  });

  it('is not sent to members who came back, left or turned it off in the meantime', async () => {
    at(moment);
    const [here, gone, off] = [await make(), await make(), await make()];
    await planDigests(test.context);
    for (const one of [here, gone, off]) expect(await planned(one)).toHaveLength(1);
    await leave(here, 0);
    await test.sql(`update members set status = 'deleted' where member_id = $1`, [gone.id]);
    await test.sql(
      `update members set notifications_off = notifications_off || jsonb_build_object($2::text, 'listunsubscribe') where member_id = $1`,
      [off.id, kind],
    );
    await test.runJobs();
    for (const one of [here, gone, off]) expect(await readMails(one)).toEqual([]);
  });

  it('is planned once by four concurrent workers after one died, and waits for the morning', async () => {
    at(moment);
    const member = await make();
    const { jobs } = test.context;
    const dies = { ...test.context, jobs: { ...jobs, addAll: () => Promise.reject(new Error('killed')) } };
    await expect(planDigests(dies)).rejects.toThrow('killed');
    expect(await planned(member)).toEqual([]);
    await Promise.all(Array.from({ length: 4 }, () => planDigests(test.context)));
    expect(await planned(member)).toHaveLength(1);
    const night = new Date(test.clock.now());
    night.setUTCHours(22, 30);
    test.clock.set(night);
    // Run directly: jobs follow the database's clock, by which the morning may be over.
    const [job] = await test.sql<{ payload: JobPayloads['send-mail'] }>(
      `delete from graphile_worker._private_jobs returning payload`,
    );
    await jobHandlers(test.context)['send-mail'](job!.payload, { job: { id: '1', created_at: night } });
    expect(await readMails(member)).toEqual([]);
    test.clock.move(10 * hourMs);
    await test.sql('update graphile_worker._private_jobs set run_at = now()');
    await test.runJobs();
    expect(await readMails(member)).toHaveLength(1);
  });
});

describe('a reminder', () => {
  it('comes three times about the same things, and again after something has changed', async () => {
    at(wednesday);
    const member = await reader('reminders');
    for (const count of [1, 2, 3, 3]) {
      expect(await sent(member)).toHaveLength(count);
      test.clock.move(14 * dayMs);
    }
    await test.sql(`update profiles set about = 'Some words.' where member_id = $1`, [member.id]);
    await leave(member);
    const [mail, ...others] = await sent(member);
    expect(others).toHaveLength(3);
    expect(mail?.text).not.toContain('no text');
  });

  it('counts a photo awaiting approval as present, and does not ask for text that profiles hide', async () => {
    at(wednesday);
    const member = await reader('reminders');
    await test.sql(
      `insert into photos (member_id, photo_id, position, status, width, height, created_at)
       values ($1, $1, 0, 'pending', 1, 1, $2)`,
      [member.id, test.clock.now()],
    );
    await configureSite(test, { visible_profile_fields: ['gender'] });
    expect(await sent(member)).toEqual([]);
    expect(await planned(member)).toHaveLength(1);
    await configureSite(test, {});
    test.clock.move(14 * dayMs);
    const [mail] = await sent(member);
    expect(mail?.text).toContain('no text');
    expect(mail?.text).not.toContain('photo');
  });

  it('mentions an unfinished message, names nobody, and stops once everything is done', async () => {
    at(wednesday);
    const [member, other, blocked] = [await reader('reminders'), await quickMember(test), await quickMember(test)];
    await test.sql(
      `update profiles set about = 'Some words.', main_photo = $2, main_photo_status = 'approved' where member_id = $1`,
      [member.id, other.id],
    );
    await member.call('saveDraft', { profile: other.id, text: 'A word that waits', age_ms: 0 });
    await leave(member);
    const [mail] = await sent(member);
    expect(mail?.text).toContain('A message you began to write hasn’t been sent yet.');
    expect(mail?.text).not.toMatch(/A word that waits|photo|Your profile/);
    expect(mail?.text).not.toContain(`Member ${other.id.slice(0, 8)}`);
    await test.sql(`update drafts set other_id = $2 where member_id = $1`, [member.id, blocked.id]);
    await member.call('blockMember', { profile: blocked.id });
    test.clock.move(14 * dayMs);
    expect(await sent(member)).toHaveLength(1);
    await test.sql(`update drafts set text = '' where member_id = $1`, [member.id]);
    test.clock.move(14 * dayMs);
    expect(await sent(member)).toHaveLength(1);
  });
});

describe('a promotion', () => {
  it('names the percentage and end date of the member’s own code, each discount once, best first', async () => {
    at(tuesday);
    const member = await reader('promotions', 60);
    const until = new Date('2027-02-01T11:00:00Z');
    const code = await ownCode(member, { valid_until: until, minimum: 1_500, currency: 'EUR' });
    const [mail] = await sent(member);
    expect(mail?.text).toContain(`20% off with your own code ${code}.`);
    expect(mail?.text).toContain('It’s valid for orders of €15.00 or more.');
    expect(mail?.text).toMatch(/It’s valid until 1 February 2027 at 12:00 \S+\./);
    expect(mail?.text).toContain('/credits');
    test.clock.move(7 * dayMs);
    const [welcome, ...others] = await sent(member);
    expect(others).toHaveLength(1);
    expect(welcome?.text).toContain('It has no end date');
    for (let week = 0; week < 4; week += 1) {
      test.clock.move(7 * dayMs);
      expect(await sent(member)).toHaveLength(2);
    }
    expect((await planned(member)).map(({ about }) => about)).toEqual([code, expect.any(String)]);
  });

  it('is not sent for discounts that ended, end soon, are used up or cannot apply to the member', async () => {
    at(tuesday);
    const now = test.clock.now();
    const buyer = (): Promise<TestClient> => reader('promotions', 60, { paid: true });
    const [soon, ended, elsewhere, dear, used, fading, onBreak, full] = [
      await buyer(),
      await buyer(),
      await buyer(),
      await buyer(),
      await buyer(),
      await buyer(),
      await buyer(),
      await buyer(),
    ];
    await ownCode(soon, { valid_until: new Date(now.getTime() + 47 * hourMs) });
    await ownCode(ended, { ended_at: now });
    await ownCode(elsewhere, { country: 'DE' });
    await ownCode(dear, { minimum: 99_999_999, currency: 'EUR' });
    const [code] = [await ownCode(used), await ownCode(onBreak), await ownCode(full, { uses_max: 1, uses: 1 })];
    const fadingCode = await ownCode(fading);
    await test.sql(
      `insert into spending_limits (member_id, currency, break_until) values ($1, 'EUR', $2::timestamptz + interval '5 days')`,
      [onBreak.id, now],
    );
    await planDigests(test.context);
    expect(await planned(used)).toHaveLength(1);
    await test.sql('update discount_codes set ended_at = $2 where code = $1', [code, now]);
    await test.sql(`update discount_codes set valid_until = $2::timestamptz + interval '47 hours' where code = $1`, [
      fadingCode,
      now,
    ]);
    await test.runJobs();
    for (const one of [soon, ended, elsewhere, dear, used, fading, onBreak, full])
      expect(await readMails(one)).toEqual([]);
    expect([...(await planned(soon)), ...(await planned(ended))]).toEqual([]);
  });

  it('offers the welcome discount to nobody within thirty days of their time bonus, nor to buyers', async () => {
    at(tuesday);
    const [early, paid] = [await reader('promotions', 20), await reader('promotions', 60, { paid: true })];
    await sent(early);
    for (const one of [early, paid]) expect(await planned(one)).toEqual([]);
  });
});

describe('news', () => {
  it('covers items since the member joined, and is not sent again without a new item', async () => {
    at(saturday);
    const [old, between, late] = [await reader('news', 60), await reader('news', 60), await reader('news', 10)];
    await test.sql(`update members set signup_at = '2026-11-22T09:00:00Z' where member_id = $1`, [between.id]);
    const told = await reader('news', 60);
    await test.sql(
      `insert into digests (member_id, kind, opened_on, planned_at, about) values ($1, 'news', '2026-11-21', $2, 'chat-search')`,
      [told.id, test.clock.now()],
    );
    const [all] = await sent(old);
    expect(all?.text).toMatch(/You can search your messages\.[\s\S]*Start a message on one device/);
    expect(all?.text).toContain('/notifications');
    for (const member of [between, told]) {
      const [one] = await readMails(member);
      expect(one?.text).not.toContain('You can search');
      expect(one?.text).toContain('/chats');
    }
    expect([await planned(late), await readMails(late)]).toEqual([[], []]);
    test.clock.move(28 * dayMs);
    expect(await sent(old)).toHaveLength(1);
    expect(await planned(old)).toHaveLength(1);
  });
});

it.each([
  ['spring', '2027-03-17T17:30:00Z', '2027-04-16T20:00:00Z'],
  ['autumn', '2027-10-13T16:30:00Z', '2027-11-12T20:00:00Z'],
])('reminders keep their windows across the clock change in %s', async (_name, from, to) => {
  at(from);
  const member = await reader('reminders');
  for (let now = Date.parse(from); now <= Date.parse(to); now += 29 * hourMs) {
    test.clock.set(new Date(now));
    await planDigests(test.context);
  }
  const days = (await planned(member)).map(({ day }) => Date.parse(day) / dayMs);
  expect(days.length).toBeGreaterThanOrEqual(2);
  for (const [index, day] of days.slice(1).entries()) expect(day - (days[index] ?? 0)).toBe(14);
});
