import { useEffect, useEffectEvent } from 'react';

import { isBusy } from '../is-busy.ts';

export interface SwipeActions {
  skip: () => void;
  like: () => void;
  undo: () => void;
  open: () => void;
}

const actionOf: Record<string, keyof SwipeActions> = {
  ArrowLeft: 'skip',
  ArrowRight: 'like',
  ArrowUp: 'open',
  z: 'undo',
  Z: 'undo',
};

/** The game by keyboard: arrows to skip, like and open the profile, Z to take the last swipe back. */
export function useSwipeKeys(actions: SwipeActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf[event.key];
    if (!action || event.repeat || event.metaKey || event.ctrlKey || event.altKey || isBusy()) return;
    event.preventDefault();
    actions[action]();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
