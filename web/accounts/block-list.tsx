import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { ProfileSummary } from '../../contract/members.ts';
import { FictionalLabel } from '../fictional-label.tsx';
import { useUnblockMember } from '../members/block-member.ts';
import { settingsQuery } from '../queries.ts';
import { RetryAlert } from '../retry-alert.tsx';
import { useSay } from '../sentences.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { blocksQuery } from './accounts-queries.ts';
import { SettingsSection } from './settings-section.tsx';

/** The blocked members, each with a button to unblock. */
export function BlockList(): ReactElement {
  const say = useSay();
  const { data: blocks, error, refetch } = useQuery(blocksQuery);
  return (
    <SettingsSection title={say('accounts.blocked')} lead={say('accounts.blocked-lead')}>
      {error && !blocks && <RetryAlert error={error} retry={refetch} />}
      {!blocks && !error && (
        <Loading label={say('common.loading')}>
          <Skeleton className="w-2/3" />
        </Loading>
      )}
      {blocks?.length === 0 && <p className="text-ink-3">{say('accounts.blocked-none')}</p>}
      {blocks && blocks.length > 0 && (
        <ul className="grid gap-3">
          {blocks.map((member) => (
            <Blocked key={member.id} member={member} />
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

function Blocked({ member }: { member: ProfileSummary }): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const unblock = useUnblockMember('accounts.unblocked');
  const image = member.main_image;
  return (
    <li className="flex items-center gap-3">
      <Avatar
        name={member.name}
        size="sm"
        {...(image && { src: (settings?.cdn_prefix ?? '') + image.thumb_filename })}
      />
      <span className="grid min-w-0 flex-1 justify-items-start gap-0.5">
        <span className="max-w-full truncate font-semibold">{member.name}</span>
        {member.fictional && <FictionalLabel ground="sunken" />}
      </span>
      <Button
        variant="quiet"
        size="sm"
        busy={unblock.isPending}
        aria-label={say('accounts.unblock-name', { name: member.name })}
        onClick={() => unblock.mutate(member)}
      >
        {say('accounts.unblock')}
      </Button>
    </li>
  );
}
