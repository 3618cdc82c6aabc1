import { type PointerEvent, useRef } from 'react';

/** How far, as a share of its width, or how fast, in pixels a millisecond, a card is thrown before it goes. */
const share = 0.32;
const speed = 0.5;
/** Less than this is a tap. */
const tapPixels = 6;

export interface DragHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
}

/**
 * Lets a card follow the pointer, without React in between: only its transform changes, which costs no layout. `like` is
 * whether it may go to the right.
 */
export function useDrag(options: { like: boolean; onThrow: (like: boolean) => void; onTap: () => void }): DragHandlers {
  const start = useRef<{ x: number; y: number; at: number } | null>(null);
  const place = (card: HTMLElement, x: number): void => {
    card.style.transition = x === 0 ? '' : 'none';
    card.style.transform = x === 0 ? '' : `translate3d(${x}px, 0, 0) rotate(${x / 22}deg)`;
    card.style.setProperty('--like', String(Math.min(1, Math.max(0, x / 120))));
    card.style.setProperty('--skip', String(Math.min(1, Math.max(0, -x / 120))));
  };
  const wayOf = (card: HTMLElement, from: number, to: number): number => {
    const way = to - from;
    // What has no like left pulls back.
    return way > 0 && !options.like ? Math.min(way / 6, card.clientWidth * 0.08) : way;
  };
  return {
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      start.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event) => {
      if (start.current) place(event.currentTarget, wayOf(event.currentTarget, start.current.x, event.clientX));
    },
    onPointerUp: (event) => {
      const from = start.current;
      const card = event.currentTarget;
      start.current = null;
      if (!from) return;
      const way = wayOf(card, from.x, event.clientX);
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < tapPixels) options.onTap();
      const pace = Math.abs(way) / Math.max(1, event.timeStamp - from.at);
      const goes = Math.abs(way) > card.clientWidth * share || (pace > speed && Math.abs(way) > 40);
      if (goes && (way < 0 || options.like)) options.onThrow(way > 0);
      else place(card, 0);
    },
    onPointerCancel: (event) => {
      start.current = null;
      place(event.currentTarget, 0);
    },
  };
}
