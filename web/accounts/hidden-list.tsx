import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { ProfileSummary } from '../../contract/members/operations.ts';
import { useHideMember } from '../members/hide-member.ts';
import { useSay } from '../platform/sentences.tsx';
import { Button } from '../ui/button.tsx';
import { hiddenQuery } from './accounts-queries.ts';
import { KeptMembers } from './kept-members.tsx';

/** The hidden members, each with a button to show them again. */
export function HiddenList(): ReactElement {
  const say = useSay();
  return (
    <KeptMembers
      title={say('accounts.hidden')}
      lead={say('accounts.hidden-lead')}
      none={say('accounts.hidden-none')}
      members={useQuery(hiddenQuery)}
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
