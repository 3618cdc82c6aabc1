import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { ProfileSummary } from '../../contract/members/operations.ts';
import { useUnblockMember } from '../members/block-member.ts';
import { useSay } from '../platform/sentences.tsx';
import { Button } from '../ui/button.tsx';
import { blocksQuery } from './accounts-queries.ts';
import { KeptMembers } from './kept-members.tsx';

/** The blocked members, each with a button to unblock. */
export function BlockList(): ReactElement {
  const say = useSay();
  return (
    <KeptMembers
      title={say('accounts.blocked')}
      lead={say('accounts.blocked-lead')}
      none={say('accounts.blocked-none')}
      members={useQuery(blocksQuery)}
      undo={Unblock}
    />
  );
}

function Unblock({ member }: { member: ProfileSummary }): ReactElement {
  const say = useSay();
  const unblock = useUnblockMember('accounts.unblocked');
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
