import { type ReactElement, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { Message } from '../../../contract/chat/operations.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { LateReport } from '../../support/report.tsx';
import { cx } from '../../ui/cx.ts';
import { Copy, EllipsisVertical, Flag, Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { RoundButton } from '../../ui/round-button.tsx';
import { showToast } from '../../ui/toast.ts';

export interface MessageMenuProps {
  message: Pick<Message, 'id' | 'conversation'>;
  text: string | null;
  /** The other member, whose messages can be reported; null for own messages. */
  author: { id: MemberId; name: string } | null;
}

const dialogs = [LateReport];

/**
 * The menu of a message. A mouse sees its button above the message, a finger presses the message long, and keyboards
 * and screen readers find the button anyway.
 */
export function MessageMenu({ message, text, author }: MessageMenuProps): ReactElement {
  const say = useSay();
  const [reporting, setReporting] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useLongPress(place, () => place.current?.querySelector('button')?.click());
  const copy = async (words: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(words);
      showToast({ id: 'copied', seconds: 2, children: say('chat.copied') });
    } catch (error) {
      showToast({ tone: 'danger', children: errorText(say, error) });
    }
  };
  return (
    <span ref={place} className="contents">
      <Menu
        align={author ? 'start' : 'end'}
        dialogs={dialogs}
        trigger={
          <RoundButton
            label={say('chat.message-menu')}
            variant="bare"
            size="sm"
            className={cx(
              'absolute! top-1.5 size-8! opacity-0 outline-offset-[-3px]! text-ink-3! hover:text-ink! focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:pointer-events-none pointer-fine:group-hover/message:opacity-100',
              author ? 'right-1.5' : 'left-1.5',
            )}
          >
            <Icon of={EllipsisVertical} size="sm" />
          </RoundButton>
        }
      >
        {text !== null && (
          <MenuItem icon={Copy} onSelect={() => void copy(text)}>
            {say('chat.copy')}
          </MenuItem>
        )}
        {author && (
          <MenuItem icon={Flag} onSelect={() => setReporting(true)}>
            {say('chat.report-message')}
          </MenuItem>
        )}
      </Menu>
      {author && reporting && (
        <LateReport
          member={author}
          what={{ conversation: message.conversation, message: message.id }}
          leaveTo={pathTo('chats')}
          onClose={() => setReporting(false)}
        />
      )}
    </span>
  );
}

const longPressMs = 500;

/** Calls back when a finger rests on the element around `place`, except on links and buttons. iPhones have no event. */
function useLongPress(place: RefObject<HTMLElement | null>, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const pressed = place.current?.parentElement;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => clearTimeout(timer);
    const begin = ({ pointerType, target }: PointerEvent): void => {
      end();
      if (pointerType === 'touch' && !(target as Element).closest('a, button')) timer = setTimeout(press, longPressMs);
    };
    pressed?.addEventListener('pointerdown', begin, left);
    // A browser that scrolls cancels the pointer.
    for (const type of ['pointerup', 'pointercancel']) pressed?.addEventListener(type, end, left);
    return () => {
      end();
      left.abort();
    };
  }, [place]);
}
