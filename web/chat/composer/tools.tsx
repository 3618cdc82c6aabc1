import { type ReactElement, useRef } from 'react';

import { photoTypes } from '../../../contract/photos/photo-rules.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Gift, Icon, ImageIcon, Lightbulb, Plus } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { RoundButton } from '../../ui/round-button.tsx';

export interface ToolsProps {
  onPhoto: (photo: File) => void;
  onGift: () => void;
  onLines: () => void;
}

/** Buttons for a photo, a gift and opening lines: one menu on phones, side by side on wider screens. */
export function Tools({ onPhoto, onGift, onLines }: ToolsProps): ReactElement {
  const say = useSay();
  const input = useRef<HTMLInputElement>(null);
  const choosePhoto = (): void => input.current?.click();
  return (
    <>
      <input
        ref={input}
        hidden
        type="file"
        accept={photoTypes.join(',')}
        onChange={(event) => {
          const photo = event.target.files?.[0];
          if (photo) onPhoto(photo);
          // Otherwise, choosing the same file again would not fire a change event.
          event.target.value = '';
        }}
      />
      <Menu
        align="start"
        trigger={
          <RoundButton label={say('chat.add')} variant="bare" className="size-11! md:hidden">
            <Icon of={Plus} />
          </RoundButton>
        }
      >
        <MenuItem icon={ImageIcon} onSelect={choosePhoto}>
          {say('chat.add-photo')}
        </MenuItem>
        <MenuItem icon={Gift} onSelect={onGift}>
          {say('chat.add-gift')}
        </MenuItem>
        <MenuItem icon={Lightbulb} onSelect={onLines}>
          {say('chat.lines')}
        </MenuItem>
      </Menu>
      <span className="flex max-md:hidden">
        <RoundButton label={say('chat.add-photo')} variant="bare" onClick={choosePhoto} className="size-11!">
          <Icon of={ImageIcon} />
        </RoundButton>
        <RoundButton label={say('chat.add-gift')} variant="bare" onClick={onGift} className="size-11!">
          <Icon of={Gift} />
        </RoundButton>
        <RoundButton label={say('chat.lines')} variant="bare" onClick={onLines} className="size-11!">
          <Icon of={Lightbulb} />
        </RoundButton>
      </span>
    </>
  );
}
