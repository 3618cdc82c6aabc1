import type { ReactElement } from 'react';

import { swipeLikesPerDay } from '../../../contract/limits.ts';
import { useFormat } from '../../format.ts';
import { LocalTime } from '../../local-time.tsx';
import { FinderLink } from '../../members/finder-link.tsx';
import { Rich, useSay } from '../../sentences.tsx';
import { Tealights } from '../../ui/tealights.tsx';

/** The likes of the day as burning tealights, and when they burn again. */
export function SwipeDay({ likesLeft, endsAt }: { likesLeft: number; endsAt: string | undefined }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const left = say('likes.swipe.left', { count: likesLeft });
  return (
    <header className="mx-auto flex w-full max-w-104 items-center justify-between gap-4 lg:mx-0 lg:grid lg:max-w-none lg:content-center lg:justify-items-start lg:gap-2">
      <div className="grid gap-0.5 lg:contents">
        <h1 className="sr-only lg:not-sr-only lg:speak lg:text-34">{say('likes.swipe.title')}</h1>
        <p className="hidden max-w-[22em] text-ink-2 lg:block">{say('likes.swipe.intro')}</p>
        <p aria-hidden="true" className="font-bold lg:order-1">
          {left}
        </p>
        {likesLeft > 0 || endsAt === undefined ? (
          <p className="text-13 text-ink-3 lg:hidden">{say('likes.swipe.free')}</p>
        ) : (
          <>
            <p className="text-13 text-ink-3 lg:order-1">
              <Rich id="likes.swipe.again" values={{ time: <LocalTime at={endsAt} write={format.time} /> }} />
            </p>
            <FinderLink className="-ml-4 min-h-8! justify-self-start py-1! text-left lg:order-1" />
          </>
        )}
      </div>
      <Tealights lit={likesLeft} total={swipeLikesPerDay} label={left} className="lg:my-3" />
    </header>
  );
}
