import Type from 'typebox';

import { Ok } from './common.ts';
import { defineOperation } from './operation.ts';

export const notificationsOperations = {
  unsubscribe: defineOperation({
    summary:
      'Ends one kind of e-mail by the link in one, without a login. Posted by programs for e-mail with one click (RFC 8058).',
    source: 'specification, section 4; RFC 8058',
    audience: 'anyone',
    webhook: true,
    body: 'form',
    query: ['token'],
    page: '/unsubscribe',
    input: Type.Object({ token: Type.String({ maxLength: 200 }) }),
    output: Ok,
    errors: ['link.expired'],
    limit: 'webhook',
  }),
  noteMailReport: defineOperation({
    summary:
      'Tells what became of an e-mail: a bounce or a complaint, as the e-mail in which a mail server reports it. The header `tealight-signature` is `t=<seconds>,v1=<HMAC-SHA-256 of "<seconds>." and the body, in hex>`.',
    source: 'specification, section 3: disabled reasons; RFC 3464, RFC 5965',
    audience: 'anyone',
    webhook: true,
    signatureHeader: 'tealight-signature',
    body: 'bytes',
    input: Type.Object({
      payload: Type.String({
        description: 'the e-mail, byte by byte; of one that has more than 128 KB, its beginning',
      }),
      signature: Type.String({ maxLength: 200 }),
    }),
    output: Ok,
    errors: [],
    limit: 'webhook',
  }),
};
