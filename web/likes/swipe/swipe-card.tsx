import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { SwipeProfile } from '../../../contract/likes/swipes.ts';
import { SharedTags, sharedWords } from '../../members/finder/shared-tags.tsx';
import { FictionalLabel } from '../../platform/fictional-label.tsx';
import { buildCaption } from '../../members/build-caption.ts';
import { settingsQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { cx } from '../../ui/cx.ts';
import { Heart, Icon, X } from '../../ui/icon.tsx';
import { PhotoCaption } from '../../ui/photo-caption.tsx';
import { PhotoPlaceholder } from '../../ui/photo-placeholder.tsx';
import { Photo } from '../../ui/photo.tsx';
import type { DragHandlers } from './use-drag.ts';

/** Where a card lies: on top, below it to the left or right, or on its way out. */
export type CardPlace = 'top' | 'second' | 'third' | 'liked' | 'skipped';

const places: Record<CardPlace, string> = {
  top: 'z-30 cursor-grab touch-pan-y active:cursor-grabbing',
  second: 'z-20 -translate-x-1.5 -rotate-3 brightness-90',
  third: 'z-10 translate-x-1.5 rotate-3 brightness-75',
  liked: 'pointer-events-none z-40 animate-[swipe-right_var(--m-3)_ease-in_forwards]',
  skipped: 'pointer-events-none z-40 animate-[swipe-left_var(--m-3)_ease-in_forwards]',
};

export interface SwipeCardProps {
  member: SwipeProfile;
  place: CardPlace;
  drag?: DragHandlers;
  onGone?: () => void;
}

/** A member as a card: picture, search facts, and what both have in common. Only the top card is read out. */
export function SwipeCard({ member, place, drag, onGone }: SwipeCardProps): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { name, fictional, main_image: image, shared } = member;
  const words = sharedWords(say, shared);
  return (
    <div
      aria-hidden={place !== 'top'}
      data-place={place}
      data-member={member.id}
      {...drag}
      onAnimationEnd={onGone}
      onDragStart={(event) => event.preventDefault()}
      className={cx(
        'absolute inset-0 select-none transition-transform duration-(--m-3) will-change-transform',
        places[place],
      )}
    >
      <Photo
        eager
        shape="h-full rounded-card shadow-e2"
        placeholder={<PhotoPlaceholder name={name} />}
        {...(image && { src: (settings?.cdn_prefix ?? '') + image.match })}
        mark={fictional ? <FictionalLabel /> : undefined}
        caption={
          <>
            <PhotoCaption size="lg" {...buildCaption(say, member)} />
            {words.length > 0 && <SharedTags words={words} className="mt-2.5" />}
          </>
        }
      />
      <Verdict of={Heart} className="left-5 bg-primary text-on-primary opacity-(--like,0)" />
      <Verdict of={X} className="right-5 bg-surface text-ink opacity-(--skip,0)" />
    </div>
  );
}

/** Shows what releasing a moved card would do, on its trailing side, which stays on the screen. */
function Verdict({ of, className }: { of: typeof Heart; className: string }): ReactElement {
  return (
    <span
      aria-hidden="true"
      className={cx('absolute top-16 z-10 grid size-14 place-items-center rounded-full shadow-e2', className)}
    >
      <Icon of={of} filled={of === Heart} />
    </span>
  );
}
