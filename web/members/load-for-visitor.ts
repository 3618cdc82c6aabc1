import { redirect } from 'react-router';

import { CallError } from '../platform/call.ts';
import type { PageArgs } from '../platform/page.ts';
import { pathTo } from '../platform/route-table.ts';
import { profileQuery } from './members-queries.ts';

/**
 * Loads a member as visitors may see them, for a page that asks them to sign up. Redirects members to the profile,
 * and visitors to the plain sign-up if the site shows members only to members.
 */
export async function loadForVisitor({ params, user, ensure }: PageArgs): Promise<void> {
  const { id = '' } = params;
  if (user) throw redirect(pathTo('members-id', { id }));
  try {
    await ensure(profileQuery(id));
  } catch (error) {
    if (error instanceof CallError && error.code === 'search.members-only') throw redirect(pathTo('signup'));
    throw error;
  }
}
