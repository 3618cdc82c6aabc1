/** Moves the focus from a button whose entry leaves a list to the button of its neighbor, or else to `last`. */
export function focusNeighbor(button: HTMLElement, last: HTMLElement | null | undefined): void {
  const entry = button.closest('li');
  const neighbor = entry?.nextElementSibling ?? entry?.previousElementSibling;
  (neighbor?.querySelector('button') ?? last)?.focus();
}
