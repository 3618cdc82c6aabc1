import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';

import type { Profile } from '../../../contract/members/operations.ts';
import { FirstMessageField } from '../../accounts/first-message-field.tsx';
import { FictionalLabel, useFictionalShort, useFictionalWord } from '../../platform/fictional-label.tsx';
import { useFormat } from '../../platform/format.ts';
import { settingsQuery } from '../../platform/queries.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { cx } from '../../ui/cx.ts';
import { FictionalMark } from '../../ui/fictional-mark.tsx';
import { PhotoPlaceholder } from '../../ui/photo-placeholder.tsx';
import { Photo, type PhotoProps } from '../../ui/photo.tsx';
import { LanderJoin } from '../lander-join.tsx';
import { signupToWrite } from './member-lander.tsx';

/** The main photo as visitors may see it. Has the mark of a fictional profile unless the page shows it elsewhere. */
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

/** The member's place, as precisely as the site shows it. */
export function useMemberPlace({ town, country }: Profile): string {
  const format = useFormat();
  return town ?? format.country(country);
}

/** The full explanation of a fictional profile. */
export function MemberNote({
  profile,
  className = 'justify-items-start',
}: {
  profile: Profile;
  className?: string;
}): ReactElement | null {
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

/** The form that leads to the sign-up with a first message to the member; `children` replace its field. */
export function MemberJoin({ profile, children }: { profile: Profile; children?: ReactNode }): ReactElement {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { id } = profile;
  // A discreet site accepts no message until the address is confirmed.
  const field = settings.account_discretion || <FirstMessageField to={id} defaultValue={undefined} error={undefined} />;
  return (
    <LanderJoin action={signupToWrite(id)}>
      <input type="hidden" name="next" value={pathTo('members-id-chat', { id })} />
      {children ?? field}
    </LanderJoin>
  );
}
