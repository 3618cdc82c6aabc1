import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactElement } from 'react';

import type { ProfileSummary } from '../../contract/members/operations.ts';
import { FictionalLabel } from '../platform/fictional-label.tsx';
import { settingsQuery } from '../platform/queries.ts';
import { RetryAlert } from '../platform/retry-alert.tsx';
import { useSay } from '../platform/sentences.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { SettingsSection } from './settings-section.tsx';

interface KeptMembersProps {
  title: string;
  lead: string;
  /** Shown instead of an empty list. */
  none: string;
  members: UseQueryResult<ProfileSummary[]>;
  /** The button that undoes the choice for one member. */
  undo: ComponentType<{ member: ProfileSummary }>;
}

/** A list of hidden or blocked members, each with an undo button. */
export function KeptMembers({ title, lead, none, members, undo: Undo }: KeptMembersProps): ReactElement {
  const say = useSay();
  const { data, error, refetch } = members;
  return (
    <SettingsSection title={title} lead={lead}>
      {error && !data && <RetryAlert error={error} retry={refetch} />}
      {!data && !error && (
        <Loading label={say('common.loading')}>
          <Skeleton className="w-2/3" />
        </Loading>
      )}
      {data?.length === 0 && <p className="text-ink-3">{none}</p>}
      {data && data.length > 0 && (
        <ul className="grid max-h-96 gap-3 overflow-y-auto">
          {data.map((member) => (
            <li key={member.id} className="flex items-center gap-3">
              <Kept member={member} />
              <Undo member={member} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function Kept({ member: { name, main_image: image, fictional } }: { member: ProfileSummary }): ReactElement {
  const { data: settings } = useQuery(settingsQuery);
  return (
    <>
      <Avatar name={name} size="sm" {...(image && { src: (settings?.cdn_prefix ?? '') + image.thumb_filename })} />
      <span className="grid min-w-0 flex-1 justify-items-start gap-0.5">
        <span className="max-w-full truncate font-semibold">{name}</span>
        {fictional && <FictionalLabel ground="sunken" />}
      </span>
    </>
  );
}
