import type { ReactElement } from 'react';

import type { ProfileSummary } from '../../contract/members/operations.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { EllipsisVertical, Eye, EyeOff, Icon } from '../ui/icon.tsx';
import { usePassedFocus } from '../ui/list-entry.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { RoundButton } from '../ui/round-button.tsx';
import { useHideMember } from './hide-member.ts';

/** The menu item that hides a member. It does not ask, because hiding can be undone. */
export function HideItem(props: { member: Pick<ProfileSummary, 'id' | 'name'>; hidden: boolean }): ReactElement {
  const { id, name } = props.member;
  const { hidden } = props;
  const say = useSay();
  const hide = useHideMember();
  return (
    <MenuItem icon={hidden ? Eye : EyeOff} onSelect={() => void hide({ id, name, hidden: !hidden })}>
      {say(hidden ? 'common.unhide' : 'common.hide', { name })}
    </MenuItem>
  );
}

/** The menu of a card, shown to a mouse. On phones it would cover a face: the profile's menu also hides. */
export function CardMenu({ member }: { member: ProfileSummary }): ReactElement {
  const say = useSay();
  return (
    <span className="contents" {...usePassedFocus<HTMLSpanElement>()}>
      <Menu
        trigger={
          <RoundButton
            label={say('members.menu', { name: member.name })}
            className="reach size-[38px]! bg-photo-shade/42! text-on-photo! opacity-0 shadow-none! backdrop-blur-[6px] inset-ring-0! focus-visible:opacity-100 aria-expanded:opacity-100 [@media(hover:hover)]:[.photo-frame:hover_&]:opacity-100"
          >
            <Icon of={EllipsisVertical} size="sm" />
          </RoundButton>
        }
      >
        <HideItem member={member} hidden={false} />
      </Menu>
    </span>
  );
}
