import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactElement } from 'react';

import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { useBlocking } from '../../chat/block/block-member.ts';
import { useHideMember } from '../../members/hide-member.ts';
import { FictionalLabel } from '../../platform/fictional-label.tsx';
import { MemberAvatar } from '../../platform/member-avatar.tsx';
import { Pending } from '../../platform/failure-alert.tsx';
import { useSay } from '../../platform/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { blocksQuery, hiddenQuery } from '../accounts-queries.ts';
import { SettingsSection } from './settings-section.tsx';

interface KeptMembersProps {
  title: string;
  lead: string;
  none: string;
  query: UseQueryResult<ProfileSummary[]>;
  undo: ComponentType<{ member: ProfileSummary }>;
}

function KeptMembers({ title, lead, none, query, undo: Undo }: KeptMembersProps): ReactElement {
  const { data } = query;
  return (
    <SettingsSection title={title} lead={lead}>
      <Pending query={query}>
        <Skeleton className="w-2/3" />
      </Pending>
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

function Kept({ member }: { member: ProfileSummary }): ReactElement {
  return (
    <>
      <MemberAvatar member={member} size="sm" />
      <span className="grid min-w-0 flex-1 justify-items-start gap-0.5">
        <span className="max-w-full truncate font-semibold">{member.name}</span>
        {member.fictional && <FictionalLabel ground="sunken" />}
      </span>
    </>
  );
}

export function BlockList(): ReactElement {
  const say = useSay();
  return (
    <KeptMembers
      title={say('accounts.blocked')}
      lead={say('accounts.blocked-lead')}
      none={say('accounts.blocked-none')}
      query={useQuery(blocksQuery)}
      undo={Unblock}
    />
  );
}

function Unblock({ member }: { member: ProfileSummary }): ReactElement {
  const say = useSay();
  const unblock = useBlocking('unblockMember', 'accounts.unblocked');
  return (
    <Button
      variant="quiet"
      size="sm"
      busy={unblock.isPending}
      aria-label={say('accounts.unblock-name', { name: member.name })}
      onClick={() => unblock.mutate(member)}
    >
      {say('accounts.unblock')}
    </Button>
  );
}

export function HiddenList(): ReactElement {
  const say = useSay();
  return (
    <KeptMembers
      title={say('accounts.hidden')}
      lead={say('accounts.hidden-lead')}
      none={say('accounts.hidden-none')}
      query={useQuery(hiddenQuery)}
      undo={Unhide}
    />
  );
}

function Unhide({ member: { id, name } }: { member: ProfileSummary }): ReactElement {
  const say = useSay();
  const hide = useHideMember();
  return (
    <Button
      variant="quiet"
      size="sm"
      aria-label={say('common.unhide', { name })}
      onClick={() => void hide({ id, name, hidden: false })}
    >
      {say('accounts.unhide')}
    </Button>
  );
}
