import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import type { SentenceId } from '../../../locales/parts.ts';
import { PhotoGrid } from '../../photos/photo-uploader.tsx';
import { useFormat } from '../../platform/sentences/format.ts';
import { definePage } from '../../platform/pages/page.ts';
import { MemberAvatar } from '../../platform/member-avatar.tsx';
import { type User, interestsQuery, settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Title } from '../../shell/title.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Eye, Icon } from '../../ui/icon.tsx';
import { settingsOfPlace } from '../finder-link.tsx';
import { type ProfileStep, completeness } from './completeness.ts';
import { postProfile } from './post-profile.ts';
import { PrivacySection, VisitorsSwitch } from './privacy-section.tsx';
import { FoldedSections, ProfileSection } from './profile-section.tsx';
import {
  AboutSection,
  FactsSection,
  InterestsSection,
  LanguagesSection,
  PersonSection,
  PlaceSection,
} from './sections.tsx';

const page = definePage('profile', {
  parts: ['members', 'photos', 'attributes', 'interests'],
  load: ({ ensure }) => ensure(interestsQuery),
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;
/** Saves the profile without JavaScript; with it, each section saves itself. */
export const action = postProfile;

export default function OwnProfilePage(): ReactElement | null {
  const { data: user } = useSuspenseQuery(userQuery);
  // The guard admits only members; after a logout in another tab, the page is left within a moment.
  return user ? <OwnProfile user={user} /> : null;
}

function OwnProfile({ user }: { user: User }): ReactElement {
  const say = useSay();
  const { profile } = user;
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] content-start gap-3 px-4 pt-5 pb-12 md:gap-4 md:px-8 md:pt-8 lg:grid-cols-2 lg:gap-5">
      <Title>{say('members.own-title')}</Title>
      <Head user={user} />
      <div className="grid content-start gap-3 md:gap-4 lg:gap-5">
        <ProfileSection id="photos" title={say('members.photos')}>
          <PhotoGrid />
          <VisitorsSwitch profile={profile} />
        </ProfileSection>
        <AboutSection profile={profile} />
      </div>
      <FoldedSections>
        <LanguagesSection profile={profile} />
        <FactsSection profile={profile} />
        <InterestsSection profile={profile} />
        <PersonSection profile={profile} />
        <PlaceSection profile={profile} />
        <PrivacySection profile={profile} />
      </FoldedSections>
    </div>
  );
}

const anchors: Record<ProfileStep, string> = {
  photo: '#photos',
  about: '#about',
  town: settingsOfPlace,
  languages: '#languages',
  facts: '#facts',
  interests: '#interests',
};

function Head({ user }: { user: User }): ReactElement {
  const say = useSay();
  const { name, age } = user.profile;
  return (
    <header className="mb-2 grid gap-4 lg:col-span-2 lg:grid-cols-2 lg:items-center lg:gap-5">
      <div className="flex items-center gap-4 max-[279px]:flex-col max-[279px]:items-start">
        <MemberAvatar member={user.profile} size="xl" />
        <div className="grid min-w-0 flex-1 justify-items-start gap-2.5">
          <h1 className="speak text-26 wrap-anywhere hyphens-auto md:text-34">
            {say('members.name-age', { name, age })}
          </h1>
          <LinkButton to={pathTo('members-id', { id: user.id })} variant="quiet" size="sm">
            <Icon of={Eye} size="sm" />
            {say('members.preview')}
          </LinkButton>
        </div>
      </div>
      <Progress user={user} />
    </header>
  );
}

function Progress({ user }: { user: User }): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { part, next } = completeness(user.profile, settings?.visible_profile_fields ?? []);
  if (next === null) return null;
  const percent = Math.round(part * 100);
  const text = say('members.complete', { percent: format.percent(percent / 100) });
  return (
    <div className="grid gap-2 rounded-card bg-primary-soft px-5 py-4 text-on-primary-soft">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-13">
        <span className="font-bold">{text}</span>
        <Link to={anchors[next]} className="reach font-bold underline underline-offset-3">
          {say(`members.next-${next}` satisfies SentenceId)}
        </Link>
      </div>
      <progress className="sr-only" aria-label={text} max={1} value={part} />
      <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-pill bg-surface">
        <span className="block h-full rounded-pill bg-primary" style={{ width: `${percent}%` }} />
      </span>
    </div>
  );
}
