import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactElement } from 'react';

import type { ProfileSummary } from '../../../contract/members/operations.ts';
import { useBlocking } from '../../chat/block/block-member.ts';
import { useHideMember } from '../../members/hide-member.ts';
import { FictionalLabel } from '../../platform/fictional-label.tsx';
import { MemberAvatar } from '../../platform/member-avatar.tsx';
import { Pending } from '../../platform/failure-alert.tsx';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { ListEntry } from '../../ui/list-entry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { blocksQuery, hiddenQuery } from '../accounts-queries.ts';
import { SettingsSection } from './settings-section.tsx';

/** The members whom the member has blocked or hidden. */
export function KeptMembers(): ReactElement {
  return (
    <div className="grid gap-3">
      <BlockList />
      <HiddenList />
    </div>
  );
}

interface MemberListProps {
  title: string;
  lead: string;
  none: string;
  query: UseQueryResult<ProfileSummary[]>;
  undo: ComponentType<{ member: ProfileSummary }>;
}

function MemberList({ title, lead, none, query, undo: Undo }: MemberListProps): ReactElement {
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
            <ListEntry key={member.id} className="flex items-center gap-3">
              <Kept member={member} />
              <Undo member={member} />
            </ListEntry>
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

function BlockList(): ReactElement {
  const say = useSay();
  return (
    <MemberList
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

function HiddenList(): ReactElement {
  const say = useSay();
  return (
    <MemberList
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
