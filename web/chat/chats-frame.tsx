import type { ReactElement, ReactNode } from 'react';

import { cx } from '../ui/cx.ts';
import { ChatList } from './list/chat-list.tsx';

export interface ChatsFrameProps {
  /** The member whose conversation is open. */
  open: string | null;
  children: ReactNode;
}

/** The list beside the conversation; on phones only one of the two. */
export function ChatsFrame({ open, children }: ChatsFrameProps): ReactElement {
  return (
    <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] grid-cols-[minmax(0,1fr)] md:grid-cols-[var(--chat-list)_minmax(0,1fr)]">
      <div className={cx('min-h-0 border-line bg-surface md:border-r', open !== null && 'hidden md:block')}>
        <ChatList open={open} />
      </div>
      <div className={cx('min-h-0', open === null && 'hidden md:block')}>{children}</div>
    </div>
  );
}
