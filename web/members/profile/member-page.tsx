import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useParams } from 'react-router';

import { freeConversationsStartedMax } from '../../../contract/chat/limits.ts';
import { definePage } from '../../platform/page.ts';
import { userQuery } from '../../platform/queries.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Title } from '../../shell/title.tsx';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { MemberActionBar, MemberActions } from './member-actions.tsx';
import { MemberDetails } from './member-details.tsx';
import { MemberHead } from './member-head.tsx';
import { MemberMenu } from './member-menu.tsx';
import { profileQuery, similarQuery } from '../members-queries.ts';
import { PhoneBack, PhoneNeighbours, WideWays } from './member-ways.tsx';
import { PhotoGallery } from './photo-gallery.tsx';
import { usePhotoViewer } from './use-photo-viewer.tsx';
import { SimilarMembers } from './similar-members.tsx';
import { useLikeSeen } from './use-like-seen.ts';

const page = definePage('members-id', {
  parts: ['members', 'attributes', 'interests'],
  load: async ({ ensure, params }) => {
    const id = params['id'] ?? '';
    // Similar members are optional: the page is complete without them.
    const similar = ensure(similarQuery(id)).catch(() => undefined);
    await ensure(profileQuery(id));
    if (typeof window === 'undefined') await similar;
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** A member as the viewer may see them (specification, section 2: profile view). */
export default function MemberPage(): ReactElement {
  const { id = '' } = useParams();
  return (
    <div className="mx-auto w-full max-w-page px-4 pb-24 md:px-8 md:pt-4 md:pb-12">
      <WideWays id={id} />
      {/* The key remounts the page for each member, so that nothing stays open. */}
      <Member key={id} id={id} />
    </div>
  );
}

function Member({ id }: { id: string }): ReactElement {
  const say = useSay();
  const { data: profile } = useSuspenseQuery(profileQuery(id));
  const { data: user } = useQuery(userQuery);
  const { view, viewer } = usePhotoViewer(profile);
  useLikeSeen(profile);
  const { name, age } = profile;
  const own = user?.id === id;
  return (
    <>
      <Title>{say('members.name-age', { name, age })}</Title>
      <div className="relative md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] md:gap-8 lg:grid-cols-[572px_minmax(0,1fr)] lg:gap-11">
        <div className="relative max-md:-mx-4">
          <PhotoGallery profile={profile} view={view} />
          <div className="pointer-events-none absolute inset-x-3 top-[max(12px,env(safe-area-inset-top))] z-4 flex gap-2 *:pointer-events-auto md:hidden">
            <PhoneBack />
            <span className="flex-1" />
            <PhoneNeighbours id={id} />
            {!own && <MemberMenu profile={profile} variant="glass" />}
          </div>
        </div>
        {/* On phones, the text overlaps the foot of the picture like a sheet. */}
        <article className="relative z-5 grid grid-cols-[minmax(0,1fr)] content-start gap-6 bg-page max-md:-mx-4 max-md:-mt-7 max-md:rounded-t-sheet max-md:px-5 max-md:pt-6">
          <MemberHead profile={profile} own={own} />
          {own ? <OwnNote /> : <MemberActions profile={profile} />}
          {profile.bar === 'premium' && (
            <p className="max-w-[62ch] text-13 text-ink-2">
              {say('members.limit-note', { max: freeConversationsStartedMax })}
            </p>
          )}
          <MemberDetails profile={profile} own={own} />
        </article>
      </div>
      {!own && <SimilarMembers id={id} />}
      {!own && <MemberActionBar profile={profile} />}
      {viewer}
    </>
  );
}

function OwnNote(): ReactElement {
  const say = useSay();
  return (
    <Alert
      action={
        <LinkButton to={pathTo('profile')} size="sm" variant="quiet">
          {say('members.edit')}
        </LinkButton>
      }
    >
      {say('members.own-note')}
    </Alert>
  );
}
