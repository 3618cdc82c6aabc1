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
