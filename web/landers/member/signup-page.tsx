import { redirect } from 'react-router';

import { definePage } from '../../page.ts';
import { loadMember, signupToWrite } from './member-lander.tsx';

const page = definePage('members-id-signup', {
  parts: [],
  load: async (args) => {
    await loadMember(args);
    throw redirect(signupToWrite(args.params['id'] ?? ''));
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** Leads to the sign-up with a first message to the member. It stands only for those who are not found. */
export default function MemberSignupPage(): null {
  return null;
}
