import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { swipeLikesPerDay } from '../../../contract/likes/limits.ts';
import { useFormat } from '../../platform/format.ts';
import { LocalTime } from '../../platform/local-time.tsx';
import { FinderLink } from '../../members/finder-link.tsx';
import { Rich, useSay } from '../../platform/sentences.tsx';
import { useIsOnline } from '../../shell/connection.ts';
import { Tealights } from '../../ui/tealights.tsx';
import { swipesOnTheWay } from './swipes-on-the-way.ts';

export interface SwipeDayProps {
  likesLeft: number;
  endsAt: string | undefined;
  /** The id of the note that an undo does not give the like back; undefined if it does. */
  undoNote: string | undefined;
}

/** The day's likes as burning tealights, and notes before the next step; screen readers get all of it. */
export function SwipeDay({ likesLeft, endsAt, undoNote }: SwipeDayProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const isOnline = useIsOnline();
  const queries = useQueryClient();
  // Every swipe renders the day again.
  const likesWaiting = isOnline ? 0 : swipesOnTheWay(queries).filter(({ like }) => like).length;
  const isOver = likesLeft <= 0 && endsAt !== undefined;
  const hasNote = likesWaiting > 0 || undoNote !== undefined;
  return (
    <header className="mx-auto flex w-full max-w-104 items-center justify-between gap-4 lg:mx-0 lg:grid lg:max-w-none lg:content-center lg:justify-items-start lg:gap-2">
      <div className="grid gap-0.5 lg:contents">
        <h1 className="sr-only lg:not-sr-only lg:speak lg:text-34">{say('likes.swipe.title')}</h1>
        <p className="hidden max-w-[22em] text-ink-2 lg:block">{say('likes.swipe.intro')}</p>
        <div role="status" className="grid gap-0.5 text-13 text-ink-3 lg:order-1 lg:gap-2">
          <p className="text-15 font-bold text-ink">{say('likes.swipe.left', { count: likesLeft })}</p>
          {isOver && (
            <p>
              <Rich id="likes.swipe.again" values={{ time: <LocalTime at={endsAt} write={format.time} /> }} />
            </p>
          )}
          <SwipeNotes likesWaiting={likesWaiting} undoNote={undoNote} />
        </div>
        {!isOver && !hasNote && <p className="text-13 text-ink-3 lg:hidden">{say('likes.swipe.free')}</p>}
        {isOver && !hasNote && <FinderLink className="-ml-4 min-h-8! justify-self-start py-1! text-left lg:order-1" />}
      </div>
      <Tealights lit={likesLeft} total={swipeLikesPerDay} className="lg:my-3" />
    </header>
  );
}

/** Notes before the next step. The undo button is described by its note. */
export function SwipeNotes({
  likesWaiting,
  undoNote,
}: Pick<SwipeDayProps, 'undoNote'> & { likesWaiting: number }): ReactElement {
  const say = useSay();
  return (
    <>
      {likesWaiting > 0 && <p>{say('likes.swipe.waiting', { count: likesWaiting })}</p>}
      {undoNote !== undefined && <p id={undoNote}>{say('likes.swipe.spends')}</p>}
    </>
  );
}
