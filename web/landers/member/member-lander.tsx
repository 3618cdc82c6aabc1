import { useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import { useParams } from 'react-router';

import type { Profile } from '../../../contract/members/operations.ts';
import { toId } from '../../../contract/platform/id.ts';
import { FirstMessageField } from '../../accounts/sign-up/signup-texts.tsx';
import { signupPath } from '../../shell/signup-flow.ts';
import { loadForVisitor, profileQuery } from '../../members/members-queries.ts';
import { FictionalLabel, useFictionalShort, useFictionalWord } from '../../platform/fictional-label.tsx';
import { useFormat } from '../../platform/sentences/format.ts';
import { type PageOptions, notFound } from '../../platform/pages/page.ts';
import { settingsQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { HeadDescription, Title } from '../../shell/title.tsx';
import { reportPath } from '../../support/report-link.tsx';
import { cx } from '../../ui/cx.ts';
import { FictionalMark } from '../../ui/fictional-mark.tsx';
import { PhotoPlaceholder } from '../../ui/photo-placeholder.tsx';
import { Photo, type PhotoProps } from '../../ui/photo.tsx';
import { JoinPlace, LanderJoin, joinCard } from '../lander-join.tsx';
import { isNicheSlug } from '../lander-names.ts';

/** Returns the sign-up path for a visitor who wants to write to a member: it asks for the message. */
function signupToWrite(id: MemberId): string {
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

export function MemberLander({ design: Design }: { design: ComponentType<{ profile: Profile }> }): ReactElement {
  const say = useSay();
  const id = toId<MemberId>(useParams()['id']);
  const { data: profile } = useSuspenseQuery(profileQuery(id));
  return (
    <>
      <Title>{say('landers.member.title', { name: profile.name })}</Title>
      <HeadDescription>{say('landing.description')}</HeadDescription>
      <Design profile={profile} />
      <p className="px-4 pt-3 pb-5 text-center text-13">
        <a
          href={reportPath(id)}
          className="reach inline-block py-1 wrap-anywhere text-ink-2 underline underline-offset-3"
        >
          {say('members.report-name', { name: profile.name })}
        </a>
      </p>
    </>
  );
}

export function MemberPhoto({
  profile,
  marked = true,
  ...rest
}: { profile: Profile; marked?: boolean } & Pick<PhotoProps, 'shape' | 'sizes' | 'caption'>): ReactElement {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const word = useFictionalWord();
  const short = useFictionalShort();
  const { name, main_image: image, main_blurred: blurred, fictional } = profile;
  const cdn = settings.cdn_prefix;
  return (
    <Photo
      eager
      placeholder={<PhotoPlaceholder name={name} />}
      mark={fictional && marked ? <FictionalMark short={short}>{word}</FictionalMark> : undefined}
      {...(blurred !== null && { src: cdn + blurred, locked: true })}
      {...(image && {
        src: cdn + image.match,
        srcSet: `${cdn + image.thumb_filename} 320w, ${cdn + image.match} 640w, ${cdn + image.filename} 960w`,
      })}
      {...rest}
    />
  );
}

export function useMemberPlace({ town, country }: Profile): string {
  const format = useFormat();
  return town ?? format.country(country);
}

export function MemberNote(props: { profile: Profile; className?: string }): ReactElement | null {
  const { profile, className = 'justify-items-start' } = props;
  const say = useSay();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  if (!profile.fictional) return null;
  return (
    <div className={cx('grid gap-1.5', className)}>
      <FictionalLabel ground="sunken" />
      <p className="text-13 text-ink-2">
        {say(settings.demo ? 'members.fictional-demo' : 'members.fictional-note', { site: settings.name })}
      </p>
    </div>
  );
}

export function MemberJoin(props: { profile: Profile; card?: boolean; children?: ReactNode }): ReactElement {
  const { profile, card = false, children } = props;
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { id } = profile;
  // A discreet site accepts no message until the address is confirmed.
  const field = settings.account_discretion || <FirstMessageField to={id} defaultValue={undefined} error={undefined} />;
  return (
    <JoinPlace {...(card ? { className: joinCard } : { ground: 'from-surface' })}>
      <LanderJoin action={signupToWrite(id)}>
        <input type="hidden" name="next" value={pathTo('members-id-chat', { id })} />
        {children ?? field}
      </LanderJoin>
    </JoinPlace>
  );
}
