import type { ReactElement } from 'react';

import type { Chat } from '../../../contract/chat.ts';
import { freeMessagesVisibleMax } from '../../../contract/limits.ts';
import { pathTo } from '../../route-table.ts';
import { useSay } from '../../sentences.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useOlder } from './use-older.ts';

/** The upper end of a conversation: more to load, or what only premium members see. */
export function OlderMessages({ chat }: { chat: Chat }): ReactElement | null {
  const say = useSay();
  const { state, load, edge } = useOlder(chat.conversation?.id ?? null, chat.has_older);
  if (chat.has_older)
    return (
      <div ref={edge} className="grid justify-items-center py-3">
        {state === 'loading' ? (
          <Loading label={say('chat.older-loading')} className="grid w-full gap-2">
            <Skeleton className="h-11 w-3/5 rounded-[18px]" />
            <Skeleton className="h-11 w-2/5 justify-self-end rounded-[18px]" />
          </Loading>
        ) : (
          <Button variant="quiet" size="sm" onClick={load}>
            {say(state === 'failed' ? 'common.retry' : 'chat.older-load')}
          </Button>
        )}
      </div>
    );
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
