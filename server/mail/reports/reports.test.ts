import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type NotificationKind, notificationKinds } from '../../../contract/notifications/notification-rules.ts';
import { quickMember, sendText } from '../../../tests/support/chat.ts';
import { type TestApp, type TestClient, createTestApp } from '../../../tests/support/test-app.ts';
import { sendNotices } from '../../notifications/send-notices.ts';
import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts';
import { readMailDrop } from './read-mail-drop.ts';
import {
  arf,
  dsn,
  listStopReasons,
  postReport,
  signReport,
  writeBounce as writeBounceTo,
} from '../../../tests/support/mail-reports.ts';

const secrets = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')] as const;
const noon = new Date('2026-11-23T12:00:00Z');
let folder: string;
let test: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tealight-test-'));
  test = await createTestApp({ env: { MAIL_REPORT_SECRETS: secrets.join(', '), MAIL_REPORT_FOLDER: folder } });
});
afterAll(() => test.close());
beforeEach(() => test.clock.set(noon));

const formatAddress = ({ id }: TestClient): string => `${id}@example.org`;
const writeBounce = (member: TestClient, email?: string): string => writeBounceTo(test, member, email);
const signed = (raw: string, { secret = secrets[0] as string, at = test.clock.now() } = {}): string =>
  signReport(raw, secret, at);
const post = (raw: string, signature: string | null = signed(raw)): Promise<number> => postReport(test, raw, signature);

describe('a report from a mail server (MAI-04)', () => {
  it('ends notices to a nonexistent address at once: the next notice is not sent', async () => {
    const [member, writer] = [await quickMember(test), await quickMember(test, { credits: 20 })];
    const heard: string[] = [];
    test.context.bus.subscribe(member.id, ({ type }) => heard.push(type));
    expect(await post(dsn(writeBounce(member), '5.1.1'))).toBe(200);
    expect([await listStopReasons(test, member), heard]).toEqual([['bounce'], ['profile']]);
    test.clock.move(minuteMs);
    await sendText(writer, { profile: member.id });
    test.clock.move(11 * minuteMs);
    await sendNotices(test.context);
    await test.runJobs();
    expect((await test.outbox()).filter(({ to }) => to === formatAddress(member))).toEqual([]);
  });

  it('ends notices after soft failures of five mails in seven days', async () => {
    const member = await quickMember(test);
    for (let mail = 1; mail <= 5; mail += 1) {
      expect(await listStopReasons(test, member)).toEqual([]);
      const bounce = writeBounce(member);
      // Reported twice, but one mail.
      for (const action of ['delayed', 'failed', 'failed']) await post(dsn(bounce, '4.2.2', action));
      test.clock.move(30 * hourMs);
    }
    expect(await listStopReasons(test, member)).toEqual(['bounce']);
  });

  it('does not count if the mail is only delayed and may still arrive', async () => {
    const member = await quickMember(test);
    for (let mail = 1; mail <= 5; mail += 1) {
      await post(dsn(writeBounce(member), '4.4.1', 'delayed'));
      test.clock.move(hourMs);
    }
    expect(await listStopReasons(test, member)).toEqual([]);
  });

  it('ends nothing if the failures are spread over weeks', async () => {
    const member = await quickMember(test);
    for (let mail = 1; mail <= 8; mail += 1) {
      await post(dsn(writeBounce(member), '4.4.7'));
      test.clock.move(2 * dayMs);
    }
    expect(await listStopReasons(test, member)).toEqual([]);
  });

  it('ends notices as spam if the reader complained, but not for other feedback', async () => {
    const member = await quickMember(test);
    for (const type of ['not-spam', 'virus', 'other']) await post(arf(writeBounce(member), type));
    await post(dsn(writeBounce(member), '2.0.0', 'delivered'));
    expect(await listStopReasons(test, member)).toEqual([]);
    await post(arf(writeBounce(member), 'abuse'));
    expect(await listStopReasons(test, member)).toEqual(['fbl']);
  });

  it('marks the address as failed even if notices are off or one was marked as spam', async () => {
    const [none, spam] = [await quickMember(test), await quickMember(test)];
    await none.call('updateUser', { notifications_disabled: [...notificationKinds] });
    await post(arf(writeBounce(spam), 'abuse'));
    await none.call('updateUser', { notifications_disabled: [...notificationKinds] });
    const getState = async (member: TestClient) => {
      const { user } = (await member.call('getUser')).body;
      const reasons = new Set(user.notifications_stopped.map(({ reason }) => reason));
      return [user.address_failed, user.notifications_disabled.length, [...reasons].join()];
    };
    for (const member of [none, spam]) {
      const heard: string[] = [];
      test.context.bus.subscribe(member.id, ({ type }) => heard.push(type));
      await post(dsn(writeBounce(member), '5.1.1'));
      expect(heard).toEqual(['profile']);
    }
    expect([await getState(none), await getState(spam)]).toEqual([
      [true, 8, ''],
      [true, 8, 'bounce'],
    ]);
    // A new address has not failed; complaints of its reader still count.
    for (const { id } of [none, spam])
      await test.sql(`update members set email = 'new-' || email where member_id = $1`, [id]);
    expect([await getState(none), await getState(spam)]).toEqual([
      [false, 8, ''],
      [false, 8, 'fbl'],
    ]);
  });

  it('is undone if the member says that the address works, without recording a consent', async () => {
    const [member, spam] = [await quickMember(test), await quickMember(test)];
    await member.call('updateUser', { notifications_disabled: ['news'] });
    await post(arf(writeBounce(spam), 'abuse'));
    for (const one of [member, spam]) await post(dsn(writeBounce(one), '5.1.1'));
    const states = [];
    for (const one of [member, spam]) {
      const { user } = (await one.call('updateUser', { address_failed: false })).body;
      states.push([user.address_failed, user.notifications_disabled.length, user.notifications_stopped[0]?.reason]);
    }
    expect(states).toEqual([
      [false, 1, undefined],
      [false, 8, 'fbl'],
    ]);
    const { consents } = (await member.call('listConsents')).body;
    expect(consents.filter(({ given, way }) => given && way === 'page').map(({ subject }) => subject)).not.toContain(
      'like',
    );
    expect((await member.call('updateUser', { address_failed: true as false })).status).toBe(422);
  });

  it('is cleared by turning on a kind of notice, unless other kinds are still stopped by it', async () => {
    const [none, all] = [await quickMember(test), await quickMember(test)];
    await none.call('updateUser', { notifications_disabled: [...notificationKinds] });
    for (const member of [none, all]) await post(dsn(writeBounce(member), '5.1.1'));
    const change = async (member: TestClient, notifications_disabled: readonly NotificationKind[]) =>
      (await member.call('updateUser', { notifications_disabled: [...notifications_disabled] })).body.user
        .address_failed;
    expect(await change(none, notificationKinds)).toBe(true);
    expect(await change(none, notificationKinds.slice(1))).toBe(false);
    expect(await change(all, notificationKinds.slice(1))).toBe(true);
    expect(await change(all, [])).toBe(false);
  });

  it('does not include automatic replies from people', async () => {
    const member = await quickMember(test);
    const text = 'This address does not exist any more: user unknown. I am on holiday, 550 5.1.1.';
    for (const head of ['Auto-Submitted: auto-replied', 'Precedence: bulk'])
      await post(
        `From: Vera <vera@example.org>\r\n${head}\r\nTo: ${writeBounce(member)}\r\nSubject: Away\r\n\r\n${text}\r\n`,
      );
    expect(await test.sql('select from mail_failures where member_id = $1', [member.id])).toEqual([]);
  });

  it('does not count against a new address if it is about the old one', async () => {
    const member = await quickMember(test);
    const before = writeBounce(member);
    await test.sql(`update members set email = 'new-' || email where member_id = $1`, [member.id]);
    await post(dsn(before, '5.1.1'));
    expect(await listStopReasons(test, member)).toEqual([]);
    await post(dsn(writeBounce(member, `new-${formatAddress(member)}`), '5.1.1'));
    expect(await listStopReasons(test, member)).toEqual(['bounce']);
  });

  it('counts once: the same report ends nothing after notices are turned on again', async () => {
    const member = await quickMember(test);
    const raw = dsn(writeBounce(member), '5.1.1');
    await post(raw);
    await member.call('updateUser', { notifications_disabled: [] });
    test.clock.move(minuteMs);
    await post(raw);
    expect(await listStopReasons(test, member)).toEqual([]);
  });
});

describe('a forged report (MAI-05)', () => {
  it('has no effect without a valid signature that is at most five minutes old', async () => {
    const member = await quickMember(test);
    const raw = dsn(writeBounce(member), '5.1.1');
    const late = (seconds: number): Date => new Date(test.clock.now().getTime() + seconds * 1_000);
    const wrong = [
      null,
      '',
      'x'.repeat(300),
      signed(raw, { secret: 'another' }),
      signed(`${raw} `),
      signed(raw, { at: late(-302) }),
      signed(raw, { at: late(302) }),
      signed(raw).replace('v1', 'v0'),
      signed(raw).toUpperCase(),
    ];
    for (const signature of wrong) expect([400, 422]).toContain(await post(raw, signature));
    expect(await listStopReasons(test, member)).toEqual([]);
    expect(await post(raw, signed(raw, { at: late(-298), secret: secrets[1] }))).toBe(200);
    expect(await listStopReasons(test, member)).toEqual(['bounce']);
  });

  it('has no effect about a mail never sent or sent over 30 days ago, and is answered alike', async () => {
    const member = await quickMember(test);
    const own = writeBounce(member);
    const token = /\+(\w+)@/.exec(own)?.[1] ?? '';
    const altered = [...token].map(
      (digit, place) => token.slice(0, place) + (digit === 'a' ? 'b' : 'a') + token.slice(place + 1),
    );
    const forged = [
      ...altered.map((one) => own.replace(token, one)),
      own.replace('tealight.example', 'mallory.example'),
      'bounces@tealight.example',
      writeBounce(member, 'other@example.org'),
      formatAddress(member),
    ];
    for (const bounce of forged) if (bounce !== own) expect(await post(dsn(bounce, '5.1.1'))).toBe(200);
    for (const raw of ['', 'nothing', '\0\xff'.repeat(100)]) expect([200, 422]).toContain(await post(raw));
    test.clock.move(31 * dayMs);
    expect(await post(dsn(own, '5.1.1'))).toBe(200);
    expect(await listStopReasons(test, member)).toEqual([]);
  });

  it('is refused if no secret is set', async () => {
    const bare = await createTestApp();
    const raw = dsn('bounces@tealight.example', '5.1.1');
    const answer = await bare.app.server.inject({
      method: 'POST',
      url: '/api/mail-report.php',
      headers: { host: 'localhost', 'tealight-signature': signed(raw, { secret: '', at: bare.clock.now() }) },
      payload: raw,
    });
    await bare.close();
    expect(answer.statusCode).toBe(400);
  });
});

it('the report folder is emptied: each report counts, and files still being written stay', async () => {
  const members = [await quickMember(test), await quickMember(test)] as const;
  await writeFile(join(folder, '1.eml'), dsn(writeBounce(members[0]), '5.1.1'));
  await writeFile(join(folder, '2.eml'), 'no mail at all');
  await writeFile(join(folder, '3.eml'), arf(writeBounce(members[1]), 'abuse'));
  await writeFile(join(folder, '.4.eml'), 'half');
  const { database } = test.context;
  const broken = { ...database, transaction: () => Promise.reject(new Error('no database')) };
  await expect(readMailDrop({ ...test.context, database: broken })).rejects.toThrow('no database');
  expect(await readdir(folder)).toHaveLength(4);
  await Promise.all([readMailDrop(test.context), readMailDrop(test.context)]);
  expect(await readdir(folder)).toEqual(['.4.eml']);
  expect([await listStopReasons(test, members[0]), await listStopReasons(test, members[1])]).toEqual([
    ['bounce'],
    ['fbl'],
  ]);
});

it('an unreadable file in the report folder does not stop the files behind it', async () => {
  const member = await quickMember(test);
  const path = join(folder, '1.eml');
  // Root can read every file, except a write-only file of the kernel.
  if (process.getuid?.() === 0) await symlink('/proc/sys/vm/compact_memory', path);
  else await writeFile(path, 'closed', { mode: 0 });
  await writeFile(join(folder, '2.eml'), dsn(writeBounce(member), '5.1.1'));
  await readMailDrop(test.context);
  expect(await listStopReasons(test, member)).toEqual(['bounce']);
  expect(await readdir(folder)).toEqual(['.4.eml', '1.eml']);
});
