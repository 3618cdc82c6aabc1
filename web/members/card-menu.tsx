import type { ReactElement } from 'react';

import type { ProfileSummary } from '../../contract/members/operations.ts';
import { useSay } from '../platform/sentences.tsx';
import { EllipsisVertical, Icon } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { RoundButton } from '../ui/round-button.tsx';
import { HideItem } from './hide-item.tsx';

/** Further actions for a member on a card. The button shows on hover where a mouse is used; otherwise always. */
export function CardMenu({ member }: { member: ProfileSummary }): ReactElement {
  const say = useSay();
  return (
    <Menu
      trigger={
        <RoundButton
          label={say('members.menu', { name: member.name })}
          className="reach size-[38px]! bg-photo-shade/42! text-on-photo! shadow-none! backdrop-blur-[6px] inset-ring-0! focus-visible:opacity-100 aria-expanded:opacity-100 [.photo-frame:hover_&]:opacity-100 [@media(hover:hover)]:opacity-0"
        >
          <Icon of={EllipsisVertical} size="sm" />
        </RoundButton>
      }
    >
      <HideItem member={member} hidden={false} />
    </Menu>
  );
}
