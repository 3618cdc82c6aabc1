/**
 * Whether a key belongs to a composition (an input method or a dead key): it accepts or cancels what is being composed and
 * must not act on the page. Safari ends the composition before the Enter that accepts it, so that its event says
 * `isComposing: false`; key code 229 remains.
 */
export function isComposing({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229;
}
