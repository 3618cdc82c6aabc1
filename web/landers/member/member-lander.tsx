import { useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentType, ReactElement } from 'react';
import { useParams } from 'react-router';

import type { Profile } from '../../../contract/members/operations.ts';
import { signupPath } from '../../accounts/signup-path.ts';
import { loadForVisitor } from '../../members/load-for-visitor.ts';
import { profileQuery } from '../../members/members-queries.ts';
import { type PageOptions, notFound } from '../../platform/page.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Title } from '../../shell/title.tsx';
import { reportPath } from '../../support/report-link.tsx';
import { isNicheSlug } from '../is-niche-slug.ts';

/** The sign-up path for a visitor who wants to write to a member: it asks for the message (`first-message.ts`). */
export function signupToWrite(id: string): string {
  return signupPath(pathTo('members-id-chat', { id }));
}

/** Options of the pages about one member. Rendered for each visit, since the content may expire at any moment. */
export const memberOptions: PageOptions = {
  parts: ['landers', 'landing', 'members', 'accounts'],
  program: 'never',
  kept: false,
  load: async (args) => {
    const { slug } = args.params;
    if (slug !== undefined && !isNicheSlug(slug)) notFound();
    await loadForVisitor(args);
  },
};

/** A page about one member in the given design. */
export function MemberLander({ design: Design }: { design: ComponentType<{ profile: Profile }> }): ReactElement {
  const say = useSay();
  const { id = '' } = useParams();
  const { data: profile } = useSuspenseQuery(profileQuery(id));
  return (
    <>
      <Title>{say('landers.member.title', { name: profile.name })}</Title>
      <meta name="description" content={say('landing.description')} />
      <Design profile={profile} />
      <p className="px-4 pt-3 pb-5 text-center text-13">
        <a href={reportPath(id)} className="inline-block py-1 wrap-anywhere text-ink-2 underline underline-offset-3">
          {say('members.report-name', { name: profile.name })}
        </a>
      </p>
    </>
  );
}
