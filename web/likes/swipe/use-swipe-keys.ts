import { type RefObject, useEffect, useEffectEvent } from 'react';

import { isBusy } from '../is-busy.ts';

export interface SwipeActions {
  skip: () => void;
  like: () => void;
  undo: () => void;
  open: () => void;
}

/**
 * Keys of the game while the focus is in it or nowhere: arrows skip and like, Enter opens the profile, Ctrl+Z takes
 * back the last swipe. Z alone does so only in the game, because a letter alone must not act on a whole page (WCAG
 * 2.1.4).
 */
export function useSwipeKeys(game: RefObject<HTMLElement | null>, actions: SwipeActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { activeElement } = document;
    const isInside = game.current?.contains(activeElement) ?? false;
    const isNowhere = activeElement === null || activeElement.contains(game.current);
    // A held key acts once: a browser would also press the focused button again.
    if (event.repeat && event.key === 'Enter' && isInside) event.preventDefault();
    if (event.repeat || event.altKey || !(isInside || isNowhere) || isBusy()) return;
    const action = actionOf(event, isInside);
    if (!action) return;
    event.preventDefault();
    actions[action]();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function actionOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, isInside: boolean): keyof SwipeActions | null {
  const withControl = ctrlKey || metaKey;
  if (shiftKey) return null;
  if (key === 'z' || key === 'Z') return withControl || isInside ? 'undo' : null;
  if (withControl) return null;
  if (key === 'ArrowLeft') return 'skip';
  if (key === 'ArrowRight') return 'like';
  // In the game, Enter presses the focused button.
  return key === 'Enter' && !isInside ? 'open' : null;
}
