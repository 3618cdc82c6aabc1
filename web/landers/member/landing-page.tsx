import type { ReactElement } from 'react';

import type { Profile } from '../../../contract/members/operations.ts';
import { definePage } from '../../platform/pages/page.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Icon, MapPin } from '../../ui/icon.tsx';
import { MemberJoin, MemberLander, MemberNote, MemberPhoto, memberOptions, useMemberPlace } from './member-lander.tsx';

const page = definePage('members-id-landing', memberOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export default function LetterPage(): ReactElement {
  return <MemberLander design={Letter} />;
}

function Letter({ profile }: { profile: Profile }): ReactElement {
  const say = useSay();
  const place = useMemberPlace(profile);
  const { name, age } = profile;
  return (
    <section className="flex-1 bg-sunken">
      <div className="mx-auto w-full max-w-[54rem] px-4 py-8 md:px-8 md:py-14">
        <div className="grid gap-x-10 gap-y-6 rounded-card bg-surface p-5 text-ink shadow-e2 md:grid-cols-[17rem_minmax(0,1fr)] md:grid-rows-[auto_auto_1fr] md:p-10">
          <div className="mx-auto w-44 -rotate-2 md:row-span-2 md:-mt-16 md:w-full">
            <MemberPhoto profile={profile} sizes="(min-width: 48rem) 272px, 176px" />
          </div>
          <h1 className="min-w-0 speak text-34 wrap-anywhere md:text-52">{say('landers.member.title', { name })}</h1>
          {/* Below the photo on wide windows, so that the form's column alone is high. */}
          <div className="grid min-w-0 content-start gap-4 md:col-start-1 md:row-start-3">
            <p className="flex min-w-0 items-center gap-1.5 text-15 text-ink-2">
              <Icon of={MapPin} size="xs" />
              <span className="min-w-0 wrap-anywhere">
                {say('members.name-age', { name, age })} · {place}
              </span>
            </p>
            <MemberNote profile={profile} />
          </div>
          <div className="min-w-0 md:col-start-2 md:row-span-2 md:row-start-2">
            <MemberJoin profile={profile} />
          </div>
        </div>
      </div>
    </section>
  );
}
