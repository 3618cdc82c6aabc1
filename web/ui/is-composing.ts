/**
 * True if a key accepts or cancels a composition (an input method or a dead key). Safari ends the composition before
 * the Enter that accepts it: that event has `isComposing: false`, but still key code 229.
 */
export function isComposing({
  isComposing: composes,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return composes || keyCode === 229;
}
