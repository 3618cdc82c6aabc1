import type { ReactElement } from 'react';

import type { Chat } from '../../../contract/chat/operations.ts';
import { freeMessagesVisibleMax } from '../../../contract/chat/limits.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { cx } from '../../ui/cx.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import type { More } from '../../platform/use-more.ts';
import { useNewer, useOlder } from './use-older.ts';

/** The lower end of a part of the conversation. */
export function NewerMessages({ chat }: { chat: Chat }): ReactElement {
  const say = useSay();
  const more = useNewer(chat.conversation?.id ?? null);
  // A fixed height, so that the messages above do not move.
  return (
    <MoreMessages
      more={more}
      words={say('chat.newer-load')}
      loading={say('chat.newer-loading')}
      className="h-32 content-center"
    />
  );
}

interface MoreMessagesProps {
  more: More;
  words: string;
  loading: string;
  className?: string;
}

function MoreMessages({ more, words, loading, className }: MoreMessagesProps): ReactElement {
  const say = useSay();
  const { state, load, edge } = more;
  return (
    <div ref={edge} className={cx('grid justify-items-center py-3', className)}>
      {state === 'loading' ? (
        <Loading label={loading} className="grid w-full gap-2">
          <Skeleton className="h-11 w-3/5 rounded-[18px]" />
          <Skeleton className="h-11 w-2/5 justify-self-end rounded-[18px]" />
        </Loading>
      ) : (
        <Button variant="quiet" size="sm" onClick={load}>
          {state === 'failed' ? say('common.retry') : words}
        </Button>
      )}
    </div>
  );
}

/** The upper end of a conversation: more to load, or a note on messages that only premium members see. */
export function OlderMessages({ chat }: { chat: Chat }): ReactElement | null {
  const say = useSay();
  const more = useOlder(chat.conversation?.id ?? null, chat.has_older);
  if (chat.has_older)
    return <MoreMessages more={more} words={say('chat.older-load')} loading={say('chat.older-loading')} />;
  if (!chat.hidden_older) return null;
  return (
    <aside className="my-3 grid justify-items-center gap-1.5 rounded-card bg-sunken px-5 py-4 text-center">
      <p className="speak text-17">{say('chat.older-hidden-title')}</p>
      <p className="max-w-[34em] text-13 text-pretty text-ink-2">
        {say('chat.older-hidden-text', { max: freeMessagesVisibleMax })}
      </p>
      <LinkButton to={pathTo('premium')} variant="second" size="sm" className="mt-1.5">
        {say('chat.older-hidden-action')}
      </LinkButton>
    </aside>
  );
}
