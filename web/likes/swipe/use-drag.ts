import { type PointerEvent, useRef } from 'react';

/** A card goes if it is thrown this far, as a share of its width, or this fast, in pixels per millisecond. */
const share = 0.32;
const speed = 0.5;
/** A shorter movement is a tap. */
const tapPixels = 6;

export interface DragHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

interface Start {
  card: HTMLElement;
  pointerId: number;
  x: number;
  y: number;
  at: number;
}

/**
 * Lets a card follow the pointer without React: only its transform changes, which costs no layout. `like`: whether it
 * may go to the right. `onThrow` gets the id of the thrown card; false puts it back.
 */
export function useDrag(options: {
  like: boolean;
  onThrow: (like: boolean, id: string | undefined) => boolean;
  onTap: () => void;
}): DragHandlers {
  const start = useRef<Start | null>(null);
  // A held card may be swiped by a key: its drag must not continue on the card below or with a second finger.
  const startOf = ({ currentTarget, pointerId }: PointerEvent<HTMLElement>): Start | null =>
    start.current?.card === currentTarget && start.current.pointerId === pointerId ? start.current : null;
  const place = (card: HTMLElement, x: number): void => {
    card.style.transition = x === 0 ? '' : 'none';
    card.style.transform = x === 0 ? '' : `translate3d(${x}px, 0, 0) rotate(${x / 22}deg)`;
    card.style.setProperty('--like', String(Math.min(1, Math.max(0, x / 120))));
    card.style.setProperty('--skip', String(Math.min(1, Math.max(0, -x / 120))));
  };
  const wayOf = (card: HTMLElement, from: number, to: number): number => {
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
      const from = startOf(event);
      if (from) place(from.card, wayOf(from.card, from.x, event.clientX));
    },
    onPointerUp: (event) => {
      const from = startOf(event);
      if (!from) return;
      const { card } = from;
      start.current = null;
      const way = wayOf(card, from.x, event.clientX);
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < tapPixels) options.onTap();
      const pace = Math.abs(way) / Math.max(1, event.timeStamp - from.at);
      const goes = Math.abs(way) > card.clientWidth * share || (pace > speed && Math.abs(way) > 40);
      const thrown = goes && (way < 0 || options.like) && options.onThrow(way > 0, card.dataset['member']);
      if (!thrown) place(card, 0);
    },
    onPointerCancel: (event) => {
      if (!startOf(event)) return;
      start.current = null;
      place(event.currentTarget, 0);
    },
  };
}
