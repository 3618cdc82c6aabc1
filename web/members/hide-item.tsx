import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { Eye, EyeOff } from '../ui/icon.tsx';
import { MenuItem } from '../ui/menu.tsx';
import { useHideMember } from './hide-member.ts';

interface HideItemProps {
  member: { id: string; name: string };
  hidden: boolean;
}

/** The menu item that hides a member or shows them again. It can be undone, so it does not ask. */
export function HideItem({ member: { id, name }, hidden }: HideItemProps): ReactElement {
  const say = useSay();
  const hide = useHideMember();
  return (
    <MenuItem icon={hidden ? Eye : EyeOff} onSelect={() => void hide({ id, name, hidden: !hidden })}>
      {say(hidden ? 'common.unhide' : 'common.hide', { name })}
    </MenuItem>
  );
}
