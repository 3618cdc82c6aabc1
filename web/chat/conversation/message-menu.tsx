import { type ReactElement, useState } from 'react';

import type { Message } from '../../../contract/chat/operations.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { LateReport, ReportItem } from '../../support/report.tsx';
import { EllipsisVertical, Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { RoundButton } from '../../ui/round-button.tsx';

export interface MessageMenuProps {
  message: Pick<Message, 'id' | 'conversation'>;
  author: { id: MemberId; name: string };
}

/** The menu of the other member's message. With a mouse, its button appears when the message is hovered. */
export function MessageMenu({ message, author }: MessageMenuProps): ReactElement | null {
  const say = useSay();
  const [reporting, setReporting] = useState(false);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <RoundButton
            label={say('chat.message-menu')}
            variant="bare"
            size="sm"
            className="absolute! top-1.5 right-1.5 size-8! outline-offset-[-3px]! text-ink-3! hover:text-ink! focus-visible:opacity-100 aria-expanded:opacity-100 pointer-fine:opacity-0 pointer-fine:group-hover/message:opacity-100"
          >
            <Icon of={EllipsisVertical} size="sm" />
          </RoundButton>
        }
      >
        <ReportItem label={say('chat.report-message')} onSelect={() => setReporting(true)} />
      </Menu>
      {reporting && (
        <LateReport
          member={author}
          what={{ conversation: message.conversation, message: message.id }}
          leaveTo={pathTo('chats')}
          onClose={() => setReporting(false)}
        />
      )}
    </>
  );
}
