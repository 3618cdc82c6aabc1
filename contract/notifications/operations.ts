import Type from 'typebox';

import { Ok } from '../platform/common.ts';
import { defineOperation } from '../platform/operation.ts';

export const notificationsOperations = {
  unsubscribe: defineOperation({
    summary:
      'Turns off one kind of email with the token from the link in such an email, without a login. Email clients send this call for one-click unsubscribing (RFC 8058).',
    source: 'specification, section 4; RFC 8058',
    audience: 'anyone',
    webhook: true,
    body: 'form',
    query: ['token'],
    ignoresBody: true,
    page: '/unsubscribe',
    input: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    output: Ok,
    errors: ['link.expired'],
    limit: 'webhook',
  }),
  handleMailReport: defineOperation({
    summary:
      'Reports a bounce or a spam complaint about an email. The body is the email in which a mail server reports it. The header `tealight-signature` is `t=<seconds>,v1=<HMAC-SHA-256 of "<seconds>." and the body, in hex>`.',
    source: 'specification, section 3: disabled reasons; RFC 3464, RFC 5965',
    audience: 'anyone',
    webhook: true,
    signatureHeader: 'tealight-signature',
    body: 'bytes',
    input: Type.Object({
      payload: Type.String({
        description: 'raw bytes of the email; of one larger than 128 KB, the beginning',
      }),
      signature: Type.String({ maxLength: 200 }),
    }),
    output: Ok,
    errors: [],
    limit: 'webhook',
  }),
};
