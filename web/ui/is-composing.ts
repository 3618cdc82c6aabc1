/**
 * Whether a key belongs to a composition (an input method or a dead key): it accepts or cancels the composed text and
 * must not act on the page. Safari ends the composition before the Enter that accepts it, so that event has
 * `isComposing: false`, but still key code 229.
 */
export function isComposing({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
