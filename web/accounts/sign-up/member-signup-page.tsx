import type { ReactElement } from 'react';
import { useParams } from 'react-router';

import { loadForVisitor } from '../../members/members-queries.ts';
import { definePage } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { termsQuery } from '../terms/terms-versions.ts';
import { SignupView } from './signup-view.tsx';

const page = definePage('members-id-signup', {
  parts: ['accounts'],
  program: 'deferred',
  // The form has its own idempotency key, and the member can leave at any moment.
  kept: false,
  load: async (args) => {
    // Without the terms, the form omits the announcement of coming ones.
    await Promise.all([args.ensure(termsQuery).catch(() => undefined), loadForVisitor(args)]);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The sign-up with a first message to a member. No redirect: that costs a phone more than half a second. */
export default function MemberSignupPage(): ReactElement {
  const { id = '' } = useParams();
  return <SignupView next={pathTo('members-id-chat', { id })} />;
}
