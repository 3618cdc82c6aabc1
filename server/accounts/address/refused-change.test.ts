import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type TestApp, type TestClient, createTestApp, testPassword } from '../../../tests/support/test-app.ts';
import { dayMs } from '../../platform/clock.ts';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import { recordMailReport } from '../../mail/reports/handle-mail-report.ts';
import { readReportToken } from '../../mail/reports/report-token.ts';
import { dsn } from '../../../tests/support/mail-reports.ts';

let test: TestApp;
let outbox: Mailer;
const sent: Mail[] = [];
beforeAll(async () => {
  test = await createTestApp();
  outbox = test.context.mailer;
  test.context.mailer = { ...outbox, send: async (email) => void sent.push(email) };
});
afterAll(async () => {
  test.context.mailer = outbox;
  await test.close();
});
beforeEach(() => void (sent.length = 0));

async function ask(member: TestClient): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  await member.call('changeEmail', { email, password: testPassword });
  await test.runJobs();
  return sent.find(({ to }) => to === email)?.reportToken ?? '';
}
const report = (token: string, status = '5.1.1', action = 'failed') =>
  recordMailReport(
    test.context,
    Buffer.from(dsn(`bounces+${token}@${test.context.config.mail.bounces.split('@')[1]}`, status, action)),
  );
const isRefused = async (member: TestClient) => {
  const { user } = (await member.call('getUser')).body;
  return [user.email_asked_refused, user.notifications_stopped.length];
};

describe('a bounce report about the mail to a new address (MAI-04)', () => {
  it('is shown to the member who asked for the change, and does not count against them', async () => {
    const member = await test.member();
    const token = await ask(member);
    const heard: string[] = [];
    test.context.bus.subscribe(member.id, ({ type }) => heard.push(type));
    expect(await isRefused(member)).toEqual([false, 0]);
    await report(token);
    expect([await isRefused(member), heard]).toEqual([[true, 0], ['profile']]);
    expect(await test.sql('select 1 from mail_failures where member_id = $1', [member.id])).toEqual([]);
  });

  it('carries a token that does not reveal who asked to the owner of the mailbox', async () => {
    const member = await test.member();
    const token = await ask(member);
    expect(token).toMatch(/^[0-9a-z]{48}$/);
    expect(readReportToken(token)?.memberId).not.toBe(member.id);
    expect(await ask(member)).not.toBe(token);
  });

  it('marks the change as refused even if the mailbox is only full', async () => {
    const member = await test.member();
    await report(await ask(member), '5.2.2');
    expect(await isRefused(member)).toEqual([true, 0]);
  });

  it('is ignored for a delay, a block of our own mail, a made-up token or another member', async () => {
    const [member, other] = [await test.member(), await test.member()];
    const token = await ask(member);
    await report(token, '4.2.2', 'delayed');
    await report(token, '5.7.1');
    await report(token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')));
    expect(await isRefused(member)).toEqual([false, 0]);
    await ask(other);
    await report(token);
    expect(await isRefused(other)).toEqual([false, 0]);
  });

  it('marks only its own change, even a day later, and none that is done', async () => {
    const member = await test.member();
    const older = await ask(member);
    const newer = await ask(member);
    await report(older);
    expect(await isRefused(member)).toEqual([false, 0]);
    test.clock.move(dayMs);
    await report(newer);
    const rows = await test.sql('select refused_at from mail_changes where member_id = $1', [member.id]);
    expect(rows).toEqual([{ refused_at: expect.any(Date) }]);
    await test.sql('update mail_changes set refused_at = null, done_at = asked_at where member_id = $1', [member.id]);
    await report(newer);
    expect(await test.sql('select refused_at from mail_changes where member_id = $1', [member.id])).toEqual([
      { refused_at: null },
    ]);
  });
});
