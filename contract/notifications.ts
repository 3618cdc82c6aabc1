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
};
