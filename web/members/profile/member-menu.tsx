import { useQuery } from '@tanstack/react-query';
import { type ReactElement, Suspense, lazy, useState } from 'react';

import type { Profile } from '../../../contract/members.ts';
import { userQuery } from '../../queries.ts';
import { useSay } from '../../sentences.tsx';
import { Ban, EllipsisVertical, Icon, Undo2 } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import { useBlockMember, useUnblockMember } from '../block-member.ts';
import { HideItem } from '../hide-item.tsx';

const BlockDialog = lazy(async () => ({ default: (await import('./block-dialog.tsx')).BlockDialog }));

/** What else can be done about a member: hide them, block them, take either back. */
export function MemberMenu({ profile, variant }: { profile: Profile; variant: 'glass' | 'bare' }): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const block = useBlockMember('members.blocked');
  const unblock = useUnblockMember('members.unblocked');
  const [asking, setAsking] = useState(false);
  const { name, blocked, hidden } = profile;
  if (!user) return null;
  return (
    <>
      <Menu
        trigger={
          <RoundButton label={say('members.menu', { name })} variant={variant} size="sm">
            <Icon of={EllipsisVertical} />
          </RoundButton>
        }
      >
        {(hidden || !blocked) && <HideItem member={profile} hidden={hidden} />}
        {blocked ? (
          <MenuItem icon={Undo2} onSelect={() => unblock.mutate(profile)}>
            {say('members.unblock-name', { name })}
          </MenuItem>
        ) : (
          <MenuItem icon={Ban} risk onSelect={() => setAsking(true)}>
            {say('members.block-name', { name })}
          </MenuItem>
        )}
      </Menu>
      {asking && (
        <Suspense fallback={null}>
          <BlockDialog
            name={name}
            busy={block.isPending}
            onClose={() => setAsking(false)}
            onConfirm={() => block.mutate(profile, { onSuccess: () => setAsking(false) })}
          />
        </Suspense>
      )}
    </>
  );
}
