import { describe, expect, it } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { readReport } from './read-report.ts';
import { reportToken } from './report-token.ts';
import { arf, dsn } from '../../../tests/support/mail-reports.ts';

const about = {
  memberId: toId<MemberId>('3f2b8a64-1111-4222-8333-444455556666'),
  email: 'vera@example.org',
  now: new Date(0),
};
const bounce = `bounces+${reportToken('secret', about)}@tealight.example`;
const read = async (raw: string) => (await readReport(Buffer.from(raw), 'bounces@tealight.example'))?.trouble ?? null;

const lines = (...all: string[]): string => all.join('\r\n');
const failed = (status: string, ...more: string[]): string => dsn(bounce, status, 'failed', ...more);
/** Writes a report without parts. */
const written = (text: string, subject = 'Undelivered Mail', ...head: string[]): string =>
  lines(
    'From: Mail Delivery System <MAILER-DAEMON@mx.example>',
    `To: ${bounce}`,
    `Subject: ${subject}`,
    ...head,
    '',
    text,
    '',
  );
const mixed = (from: string, ...part: string[]): string =>
  lines(
    `From: ${from}`,
    `To: ${bounce}`,
    'Subject: FW: a report',
    'Content-Type: multipart/mixed; boundary="C"',
    '',
    '--C',
    ...part,
    '--C--',
  );

describe('the fields of a report', () => {
  it.each([
    ['a comment after the action', dsn(bounce, '5.1.1', 'failed (Bad destination mailbox address)'), 'hard'],
    ['a comment after the status', failed('5.1.1 (no such user)'), 'hard'],
    ['a reply on the next line', failed('5.0.0', 'Diagnostic-Code: smtp;', '  550 5.1.1 gone'), 'hard'],
    [
      'words on the next line',
      failed('5.0.0', 'Diagnostic-Code: smtp; 550 <vera@example.org>: User', '\tunknown'),
      'hard',
    ],
    ['words with a general code', failed('5.5.0', 'Diagnostic-Code: smtp; 550 5.5.0 mailbox unavailable'), 'hard'],
    ['words with a code of policy', failed('5.7.1', 'Diagnostic-Code: smtp; 550 5.7.1 User unknown'), 'hard'],
    ['a domain that is gone', failed('5.4.4', 'Diagnostic-Code: X-Postfix; Host or domain name not found.'), 'hard'],
    [
      'a quota beside a code that sounds final',
      failed('5.1.1', 'Diagnostic-Code: smtp; 552 over quota (#5.1.1)'),
      'soft',
    ],
    ['a reply that may pass', failed('4.1.1', 'Diagnostic-Code: smtp; 450 4.1.1 User unknown'), 'soft'],
    [
      'an address of a host that looks like a code',
      failed('5.0.0', 'Diagnostic-Code: smtp; host mx[203.5.1.1] refuses'),
      'soft',
    ],
    ['spam', failed('5.7.1', 'Diagnostic-Code: smtp; 550 5.7.1 Message rejected as spam'), 'refused'],
    [
      'a delay',
      dsn(bounce, '5.1.1', 'delayed', 'Diagnostic-Code: X-Postfix; connect to mx[203.5.1.1]:25: timed out'),
      null,
    ],
    ['a delivery', dsn(bounce, '2.0.0', 'delivered'), null],
  ])('are read with %s', async (_what, raw, trouble) => {
    expect(await read(raw)).toBe(trouble);
  });

  it('are those of the failed recipient if there are several', async () => {
    const second = ['', 'Final-Recipient: rfc822; other@example.org', 'Action: failed', 'Status: 5.1.1'];
    expect(await read(dsn(bounce, '2.1.5', 'relayed', ...second))).toBe('hard');
  });

  it('are explained by the text of the report if they give no reason', async () => {
    const said = '** Address not found **\r\n\r\nThe address couldn’t be found. Check for typos and try again.';
    expect(await read(failed('5.0.0').replace('This is the mail system at host mx.example.', said))).toBe('hard');
    expect(await read(failed('5.0.0'))).toBe('soft');
  });

  it('count even if they are in the text of the report, or give the reason in a comment', async () => {
    const text = lines('Final-Recipient: rfc822; vera@example.org', 'Action: failed', 'Status: 5.1.1');
    expect(await read(written(text))).toBe('hard');
    expect(await read(failed('5.4.4 (Illegal host/domain name found)'))).toBe('hard');
  });

  it('count in a report attached by a program, but not in one attached by a person', async () => {
    const part = ['Content-Type: message/rfc822', 'Content-Disposition: attachment', '', failed('5.1.1')];
    expect(await read(mixed('postmaster@mx.example', ...part))).toBe('hard');
    expect(await read(mixed('Vera <vera@example.org>', ...part))).toBe(null);
  });
});

describe('a complaint', () => {
  const letter = lines(`Return-Path: <${bounce}>`, 'From: hello@tealight.example', 'Subject: News', '', 'News');
  it.each([
    ['of Hotmail', mixed('staff@hotmail.com', 'Content-Type: message/rfc822', '', letter), 'spam'],
    [
      'of Outlook, by its header',
      mixed(
        'junk@mx.example',
        'Content-Type: message/rfc822',
        '',
        lines('X-HmXmrOriginalRecipient: vera@hotmail.com', letter),
      ),
      'spam',
    ],
    ['of the type that some use', arf(bounce, 'complaint'), 'spam'],
    ['of readers', arf(bounce, 'abuse'), 'spam'],
    ['that is none', arf(bounce, 'not-spam'), null],
    ['an email that somebody passes on', mixed('vera@hotmail.com', 'Content-Type: message/rfc822', '', letter), null],
  ])('is told from other mail: %s', async (_what, raw, trouble) => {
    expect(await read(raw)).toBe(trouble);
  });

  it('is found if only the returned mail names the bounce address, in base64', async () => {
    const encoded = (
      Buffer.from(letter)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    ).join('\r\n');
    const raw = arf('hidden@example.org', 'abuse');
    const begin = raw.indexOf('Content-Type: message/rfc822');
    const part = ['Content-Type: message/rfc822', 'Content-Transfer-Encoding: base64', '', encoded, '--B--', ''];
    expect(await read(raw.slice(0, begin) + lines(...part))).toBe('spam');
  });
});

describe('a report in plain words', () => {
  it.each([
    ['550 5.1.1 <x@example.org>: Recipient address rejected: User unknown', 'Undelivered Mail', 'hard'],
    ['The following message to <x@example.org> was undeliverable: no such user here', 'Failure notice', 'hard'],
    ['Sorry, no mailbox here by that name. (#5.1.1)', 'failure notice', 'hard'],
    ["The account you tried to reach doesn't exist", 'Delivery Status Notification (Failure)', 'hard'],
    ['Unknown recipient', 'Returned mail: see transcript for details', 'hard'],
    ['x@example.org: Unknown\r\nRecipient', 'Returned mail', 'hard'],
    ['Empfänger unbekannt', 'Undeliverable', 'hard'],
    ["Sorry, I couldn't find any host named example.org. (#5.1.2)", 'failure notice', 'hard'],
    ['452 4.2.2 The email account is over quota', 'Undeliverable: News', 'soft'],
    ['The mailbox of this user is full', 'Mail delivery failed: returning message', 'soft'],
    ['Your message could not be delivered', 'Undeliverable', 'soft'],
    ['The recipient was unavailable to take delivery of the message', 'Undeliverable: News', null],
    ['554 5.7.1 Message rejected as spam', 'Undeliverable', 'refused'],
    ['Delivery has been delayed; we will try again. User unknown to this host', 'Delivery Status Notification', null],
    ['User unknown', 'Warning: could not send message for past 4 hours', null],
    ['Your message was read by its recipient', 'Read: News', null],
    // The report quotes our mail below the reason.
    ['Undeliverable\r\n\r\n------ This is a copy of the message ------\r\n\r\nunknown user', 'Undeliverable', 'soft'],
  ])('is classified by its wording: %s', async (text, subject, trouble) => {
    expect(await read(written(text, subject))).toBe(trouble);
  });

  it('is ignored as an automatic reply unless it names failed recipients', async () => {
    const answer = 'Auto-Submitted: auto-replied';
    expect(await read(written('This address does not exist', 'Undeliverable: News', answer))).toBe(null);
    expect(await read(written('User unknown', 'Undelivered', answer, 'X-Failed-Recipients: vera@example.org'))).toBe(
      'hard',
    );
  });
});
