/** True if a dialog would be in the way: a dialog or menu is open, the member is typing, or the tab is hidden. */
export function isBusy(): boolean {
  const { activeElement } = document;
  const writes = activeElement?.matches('textarea, input:not([type=checkbox], [type=radio], [type=range])') ?? false;
  const open = document.querySelector('[role=dialog]:not([data-state=closed]), [role=menu]') !== null;
  return writes || open || document.visibilityState === 'hidden';
}
