import { useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentType, ReactElement } from 'react';
import { redirect, useParams } from 'react-router';

import type { Profile } from '../../../contract/members.ts';
import { CallError } from '../../call.ts';
import { signupPath } from '../../accounts/signup-path.ts';
import { profileQuery } from '../../members/members-queries.ts';
import { type PageArgs, type PageOptions, notFound } from '../../page.ts';
import { pathTo } from '../../route-table.ts';
import { useSay } from '../../sentences.tsx';
import { Title } from '../../shell/title.tsx';
import { isNicheSlug } from '../is-niche-slug.ts';

/** The path at which a new member goes on to write to somebody: the sign-up asks for the message (`first-message.ts`). */
export function signupToWrite(id: string): string {
  return signupPath(pathTo('members-id-chat', { id }));
}

/**
 * Loads a member as visitors may see them. Members go to the profile; on a site whose members only members see, the
 * sign-up is all that is left.
 */
export async function loadMember({ params, user, ensure }: PageArgs): Promise<void> {
  const { id = '', slug } = params;
  if (slug !== undefined && !isNicheSlug(slug)) notFound();
  if (user) throw redirect(pathTo('members-id', { id }));
  try {
    await ensure(profileQuery(id));
  } catch (error) {
    if (error instanceof CallError && error.code === 'search.members-only') throw redirect(pathTo('signup'));
    throw error;
  }
}

/** Options of the pages about one member. They are rendered for each visit: what is shown may end at any moment. */
export const memberOptions: PageOptions = {
  parts: ['landers', 'landing', 'members', 'accounts'],
  program: 'never',
  kept: false,
  load: loadMember,
};

/** A page about one member, in the design that is given. */
export function MemberLander({ design: Design }: { design: ComponentType<{ profile: Profile }> }): ReactElement {
  const say = useSay();
  const { id = '' } = useParams();
  const { data: profile } = useSuspenseQuery(profileQuery(id));
  return (
    <>
      <Title>{say('landers.member.title', { name: profile.name })}</Title>
      <meta name="description" content={say('landing.description')} />
      <Design profile={profile} />
    </>
  );
}
