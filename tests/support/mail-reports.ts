import { createHmac } from 'node:crypto';

import { expect } from 'vitest';

import { notificationKinds } from '../../contract/notifications/notification-rules.ts';
import { reportToken } from '../../server/mail/reports/report-token.ts';
import type { TestApp, TestClient } from './test-app.ts';

const lines = (...all: string[]): string => all.join('\r\n');

function report(type: string, fields: string, bounce: string): string {
  return lines(
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    'To: postmaster@tealight.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="B"`,
    '',
    '--B',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host mx.example.',
    '',
    '--B',
    `Content-Type: message/${type}`,
    '',
    fields,
    '',
    '--B',
    'Content-Type: message/rfc822',
    '',
    `Return-Path: <${bounce}>`,
    'From: Tealight <hello@tealight.example>',
    'Subject: =?utf-8?q?Bl=C3=BCten?=',
    '',
    'Bl\xfcten',
    '--B--',
    '',
  );
}

/** Builds a mail server's report about a mail with the return address `bounce`, with further fields. */
export function dsn(bounce: string, status: string, action = 'failed', ...more: string[]): string {
  const fields = lines(
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; someone@example.org',
    `Action: ${action}`,
    `Status: ${status}`,
    ...more,
  );
  return report('delivery-status', fields, bounce);
}

export function arf(bounce: string, type: string): string {
  const fields = lines(
    `Feedback-Type: ${type}`,
    'User-Agent: Feedback/1.0',
    'Version: 1',
    `Original-Mail-From: <${bounce}>`,
  );
  return report('feedback-report', fields, bounce);
}

/** Returns the return address of a mail sent to a member now. */
export function writeBounce({ context, clock }: TestApp, { id }: TestClient, email = `${id}@example.org`): string {
  return `bounces+${reportToken(context.secret, { memberId: id, email, now: clock.now() })}@tealight.example`;
}

/** Signs a report as a mail server does that knows the secret. */
export function signReport(raw: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.`).update(raw, 'latin1').digest('hex')}`;
}

/** Posts a report with its signature, or with none; returns the status. */
export async function postReport({ app }: TestApp, raw: string, signature: string | null): Promise<number> {
  const answer = await app.server.inject({
    method: 'POST',
    url: '/api/mail-report.php',
    headers: {
      host: 'localhost',
      'content-type': 'message/rfc822',
      ...(signature !== null && { 'tealight-signature': signature }),
    },
    payload: Buffer.from(raw, 'latin1'),
  });
  return answer.statusCode;
}

/** Lists why a member's notices are turned off: none of them, or all for the same reasons. */
export async function listStopReasons(test: TestApp, { id }: TestClient): Promise<string[]> {
  const [row] = await test.sql<{ off: object }>('select notifications_off as off from members where member_id = $1', [
    id,
  ]);
  expect([0, notificationKinds.length]).toContain(Object.keys(row?.off ?? {}).length);
  return [...new Set(Object.values(row?.off ?? {}))];
}
