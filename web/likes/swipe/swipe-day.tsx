import type { ReactElement } from 'react';

import { swipeLikesPerDay } from '../../../contract/limits.ts';
import { useFormat } from '../../format.ts';
import { LocalTime } from '../../local-time.tsx';
import { Rich, useSay } from '../../sentences.tsx';
import { Tealights } from '../../ui/tealights.tsx';

/** The likes of the day as burning tealights, and when they burn again. */
export function SwipeDay({ likesLeft, endsAt }: { likesLeft: number; endsAt: string | undefined }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const left = say('likes.swipe.left', { count: likesLeft });
  return (
    <header className="flex items-center justify-between gap-4 lg:grid lg:content-center lg:justify-items-start lg:gap-4">
      <div className="grid gap-0.5 lg:gap-2">
        <h1 className="sr-only lg:not-sr-only lg:speak lg:text-34">{say('likes.swipe.title')}</h1>
        <p className="hidden max-w-[22em] text-ink-2 lg:block">{say('likes.swipe.intro')}</p>
        <p aria-hidden="true" className="font-bold lg:mt-4">
          {left}
        </p>
        <p className="text-13 text-ink-3">
          {likesLeft > 0 || endsAt === undefined ? (
            say('likes.swipe.free')
          ) : (
            <Rich id="likes.swipe.again" values={{ time: <LocalTime at={endsAt} write={format.dateTime} /> }} />
          )}
        </p>
      </div>
      <Tealights lit={likesLeft} total={swipeLikesPerDay} label={left} />
    </header>
  );
}
