import { useQuery } from '@tanstack/react-query';
import { type PointerEvent, type ReactElement, useRef } from 'react';

import type { SwipeProfile } from '../../../contract/likes/operations.ts';
import { toId } from '../../../contract/platform/id.ts';
import { buildCaption, usePlaceWords } from '../../members/build-caption.ts';
import { SharedTags, useSharedWords } from '../../members/finder/shared-tags.tsx';
import { FictionalLabel } from '../../platform/fictional-label.tsx';
import { settingsQuery } from '../../platform/calls/queries.ts';
import { cx } from '../../ui/cx.ts';
import { Heart, Icon, X } from '../../ui/icon.tsx';
import { Photo, PhotoCaption } from '../../ui/photo.tsx';
import { PhotoPlaceholder } from '../../ui/photo-placeholder.tsx';

/** The place of a card: on top, below it to the left or right, or on its way out. */
type CardPlace = 'top' | 'second' | 'third' | 'liked' | 'skipped';

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
  drag?: Drag;
  onGone?: () => void;
}

/** A member as a card: picture, search facts, and what both have in common. Only the top card is read out. */
export function SwipeCard({ member, place, drag, onGone }: SwipeCardProps): ReactElement {
  const { data: settings } = useQuery(settingsQuery);
  const { name, fictional, main_image: image, shared } = member;
  const words = useSharedWords()(shared);
  const placeWords = usePlaceWords();
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
            <PhotoCaption size="lg" {...buildCaption(placeWords, member)} />
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

/** A card goes if it is thrown this far, as a share of its width, or this fast, in pixels per millisecond. */
const share = 0.32;
const speed = 0.5;
/** A shorter movement is a tap. */
const tapPixels = 6;

type Drag = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent<HTMLElement>) => void
>;

interface Start {
  card: HTMLElement;
  pointerId: number;
  x: number;
  y: number;
  at: number;
}

/**
 * Lets a card be dragged. Only the transform changes, without React, which costs no layout. `onThrow` returns false to
 * put the card back.
 */
export function useDrag(options: {
  like: boolean;
  onThrow: (like: boolean, id: MemberId) => boolean;
  onTap: () => void;
}): Drag {
  const start = useRef<Start | null>(null);
  // A held card may be swiped by a key: its drag must not continue on the card below or with a second finger.
  const readStart = ({ currentTarget, pointerId }: PointerEvent<HTMLElement>): Start | null =>
    start.current?.card === currentTarget && start.current.pointerId === pointerId ? start.current : null;
  const place = (card: HTMLElement, x: number): void => {
    card.style.transition = x === 0 ? '' : 'none';
    card.style.transform = x === 0 ? '' : `translate3d(${x}px, 0, 0) rotate(${x / 22}deg)`;
    card.style.setProperty('--like', String(Math.min(1, Math.max(0, x / 120))));
    card.style.setProperty('--skip', String(Math.min(1, Math.max(0, -x / 120))));
  };
  const readWay = (card: HTMLElement, from: number, to: number): number => {
    const way = to - from;
    // Without a like left, the card resists.
    return way > 0 && !options.like ? Math.min(way / 6, card.clientWidth * 0.08) : way;
  };
  return {
    onPointerDown: (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      const { currentTarget: card, pointerId, clientX: x, clientY: y, timeStamp: at } = event;
      start.current = { card, pointerId, x, y, at };
      card.setPointerCapture(pointerId);
    },
    onPointerMove: (event) => {
      const from = readStart(event);
      if (from) place(from.card, readWay(from.card, from.x, event.clientX));
    },
    onPointerUp: (event) => {
      const from = readStart(event);
      if (!from) return;
      const { card } = from;
      start.current = null;
      const way = readWay(card, from.x, event.clientX);
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < tapPixels) options.onTap();
      const pace = Math.abs(way) / Math.max(1, event.timeStamp - from.at);
      const goes = Math.abs(way) > card.clientWidth * share || (pace > speed && Math.abs(way) > 40);
      const thrown = goes && (way < 0 || options.like) && options.onThrow(way > 0, toId(card.dataset['member']));
      if (!thrown) place(card, 0);
    },
    onPointerCancel: (event) => {
      if (!readStart(event)) return;
      start.current = null;
      place(event.currentTarget, 0);
    },
  };
}
