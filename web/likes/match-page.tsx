import { toId } from '../../contract/platform/id.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { redirect, useParams } from 'react-router';

import { FictionalLabel } from '../platform/fictional-label.tsx';
import { profileQuery, useLikeSeen } from '../members/members-queries.ts';
import { WriteLink } from '../members/write-link.tsx';
import { definePage } from '../platform/pages/page.ts';
import { userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Title } from '../shell/title.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Heart, Icon } from '../ui/icon.tsx';
import { MatchFace } from './match-face.tsx';

const page = definePage('likes-m-id', {
  parts: ['likes', 'members'],
  load: async ({ ensure, params }) => {
    const id = toId<MemberId>(params['id']);
    const profile = await ensure({ ...profileQuery(id), staleTime: 0 });
    // Without two likes there is no match to show, whatever the URL says.
    if (!profile.match) throw redirect(pathTo('members-id', { id }));
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const shape = 'aspect-4/5 rounded-card';
const frame = 'w-[min(42vw,220px)] shadow-e2';

export default function MatchPage(): ReactElement {
  const say = useSay();
  const id = toId<MemberId>(useParams()['id']);
  const { data: profile } = useSuspenseQuery(profileQuery(id));
  const { data: user } = useSuspenseQuery(userQuery);
  useLikeSeen(profile);
  const { name, age, fictional, main_image: image } = profile;
  const own = user?.profile.main_image ?? null;
  return (
    <div className="mx-auto grid w-full max-w-[640px] justify-items-center gap-6 px-5 pt-8 pb-12 text-center md:pt-12">
      <Title>{say('likes.match-title')}</Title>
      <div className="relative flex items-center justify-center">
        {own && <MatchFace name={user?.name ?? ''} image={own} shape={shape} className={`${frame} -mr-6 -rotate-3`} />}
        <MatchFace name={name} image={image} shape={shape} className={`${frame} ${own ? 'rotate-3' : ''}`} />
        <span className="absolute bottom-0 left-1/2 z-10 grid size-14 -translate-x-1/2 translate-y-1/3 place-items-center rounded-full bg-secondary text-on-secondary shadow-glow">
          <Icon of={Heart} filled />
        </span>
      </div>
      <div className="mt-3 grid justify-items-center gap-2">
        <h1 className="speak text-34">{say('likes.match-title')}</h1>
        <p className="speak text-20 text-ink-2">{say('members.name-age', { name, age })}</p>
        {fictional && <FictionalLabel ground="sunken" />}
        <p className="max-w-[34em] text-pretty text-ink-2">
          {profile.conversation === null ? say('likes.match-text', { name }) : say('likes.match-talking')}
        </p>
      </div>
      <div className="grid w-full max-w-[340px] gap-3">
        <WriteLink profile={profile} />
        <LinkButton to={pathTo('members-id', { id })} variant="quiet">
          {say('likes.see-profile')}
        </LinkButton>
      </div>
    </div>
  );
}
