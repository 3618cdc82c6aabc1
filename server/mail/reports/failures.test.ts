import { describe, expect, it, vi } from 'vitest';

import { quickMember } from '../../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';
import { hourMs } from '../../platform/clock.ts';
import { recordMailReport } from './handle-mail-report.ts';
import { reportToken } from './report-token.ts';
import { dsn } from '../../../tests/support/mail-reports.ts';

const test = useTestApp();

async function report({ id }: TestClient, email: string, status: string, said: string): Promise<void> {
  const { context, clock } = test;
  const token = reportToken(context.secret, { memberId: id, email, now: clock.now() });
  const bounce = context.config.mail.bounces.replace('@', `+${token}@`);
  await recordMailReport(context, Buffer.from(dsn(bounce, status, 'failed', `Diagnostic-Code: ${said}`)));
}

describe('a mail that a provider refuses for its content or sender (MAI-04)', () => {
  it.each([
    ['5.7.1', 'smtp; 550 5.7.1 Message rejected as spam'],
    ['5.7.23', 'smtp; 550 5.7.23 SPF validation failed'],
    ['5.3.4', 'smtp; 552 5.3.4 Message too big for system'],
    ['5.1.1', 'smtp; 550 5.1.1 192.0.2.10 has sent to too many recipients this hour'],
  ])('does not count against the address: %s, %s', async (status, said) => {
    const member = await quickMember(test);
    for (let mail = 1; mail <= 6; mail += 1) {
      await report(member, `${member.id}@example.org`, status, said);
      test.clock.move(hourMs);
    }
    expect(await test.sql('select from mail_failures where member_id = $1', [member.id])).toEqual([]);
    const { user } = (await member.call('getUser')).body;
    expect([user.address_failed, user.notifications_stopped]).toEqual([false, []]);
  });

  it('is logged as one error with the name of the provider at the tenth within an hour', async () => {
    const error = vi.spyOn(test.context.log, 'error');
    const logged = [];
    for (let at = 0; at <= 25; at += 1) {
      const member = await quickMember(test);
      const email = `${member.id}@${at === 0 ? 'small' : 'large'}.example`;
      await test.sql('update members set email = $2 where member_id = $1', [member.id, email]);
      // A report that comes twice is about one mail.
      for (let told = 1; told <= 2; told += 1) await report(member, email, '5.7.1', 'smtp; 550 5.7.1 blocked as spam');
      logged.push(error.mock.calls.length);
    }
    expect(logged.indexOf(1)).toBe(10);
    expect(error.mock.calls).toEqual([
      [{ event: 'mail.rejected-by-provider', provider: 'large.example' }, 'a provider rejects our mails'],
    ]);
  });
});
