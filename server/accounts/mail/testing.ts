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

/** What a mail server reports about an email that was returned to an address. */
export function dsn(bounce: string, status: string, action = 'failed'): string {
  const fields = lines(
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; someone@example.org',
    `Action: ${action}`,
    `Status: ${status}`,
  );
  return report('delivery-status', fields, bounce);
}

/** What a mail provider reports when a reader presses a button. */
export function arf(bounce: string, type: string): string {
  const fields = lines(
    `Feedback-Type: ${type}`,
    'User-Agent: Feedback/1.0',
    'Version: 1',
    `Original-Mail-From: <${bounce}>`,
  );
  return report('feedback-report', fields, bounce);
}

/** Reports in words alone: the text, the subject, and what they mean. */
export const phrases: readonly (readonly [string, string, 'hard' | 'soft' | null])[] = [
  ['550 5.1.1 <x@example.org>: Recipient address rejected: User unknown', 'Undelivered Mail', 'hard'],
  ['The following message to <x@example.org> was undeliverable: no such user here', 'Failure notice', 'hard'],
  ['Sorry, no mailbox here by that name. (#5.1.1)', 'failure notice', 'hard'],
  ["The account you tried to reach doesn't exist", 'Delivery Status Notification (Failure)', 'hard'],
  ['Unknown recipient', 'Returned mail: see transcript for details', 'hard'],
  ['452 4.2.2 The email account is over quota', 'Undeliverable: News', 'soft'],
  ['The mailbox of this user is full', 'Mail delivery failed: returning message', 'soft'],
  ['554 5.7.1 Message rejected as spam', 'Undeliverable', 'soft'],
  ['Your message could not be delivered', 'Undeliverable', 'soft'],
  ['Delivery has been delayed; we will try again. User unknown to this host', 'Delivery Status Notification', 'soft'],
  ['Your message was read by its recipient', 'Read: News', null],
];
