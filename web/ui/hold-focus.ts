/** Finds the elements that the Tab key may reach, in the order of the document. A group of radio buttons is one. */
function findStops(panel: HTMLElement): HTMLElement[] {
  const all = panel.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]');
  const stops = [...all].filter((element) => element.tabIndex >= 0 && !element.matches(':disabled, [type=hidden]'));
  const radios = stops.filter(isRadio);
  return stops.filter((stop) => {
    if (!isRadio(stop)) return true;
    const group = radios.filter(({ name }) => name === stop.name);
    return stop === (group.find(({ checked }) => checked) ?? group[0]);
  });
}

const isRadio = (element: HTMLElement): element is HTMLInputElement => element.matches('[type=radio]');

const moveFocus = (element: HTMLElement): void => element.focus({ preventScroll: true });

/** Moves the focus to the first control that takes it, except links, or to the panel. A text in a field is selected. */
export function focusFirst(panel: HTMLElement): void {
  for (const stop of findStops(panel)) {
    if (stop.tagName === 'A') continue;
    moveFocus(stop);
    if (document.activeElement !== stop) continue;
    if (stop instanceof HTMLInputElement) stop.select();
    return;
  }
  moveFocus(panel);
}

/**
 * Keeps the focus within a panel while `isTop` returns true: Tab goes round, and the focus comes back from elsewhere or
 * from an element that is gone. The returned function ends this.
 */
export function holdFocus(panel: HTMLElement, isTop: () => boolean): () => void {
  let last = panel;
  const life = new AbortController();
  const { signal } = life;
  const come = ({ target }: FocusEvent): void => {
    if (!isTop()) return;
    if (target instanceof HTMLElement && panel.contains(target)) last = target;
    else {
      if (panel.contains(last)) moveFocus(last);
      // An element that is disabled by now does not take it.
      if (!panel.contains(document.activeElement)) moveFocus(panel);
    }
  };
  const turn = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const stops = findStops(panel).filter((stop) => stop.getClientRects().length > 0);
    const from = event.shiftKey ? stops.at(0) : stops.at(-1);
    const to = event.shiftKey ? stops.at(-1) : stops.at(0);
    const now = document.activeElement;
    if (to && now !== from && !(event.shiftKey && now === panel)) return;
    event.preventDefault();
    if (to) moveFocus(to);
  };
  document.addEventListener('focusin', come, { signal });
  panel.addEventListener('keydown', turn, { signal });
  const gone = new MutationObserver(() => {
    if (isTop() && document.activeElement === document.body) moveFocus(panel);
  });
  gone.observe(panel, { childList: true, subtree: true });
  return () => {
    life.abort();
    gone.disconnect();
  };
}

/** The panels of all open dialogs, the lowest first, and what shows again whatever the top one hides. */
const panels: HTMLElement[] = [];
let showHidden = (): void => undefined;

/**
 * Hides everything but the panel from screen readers until the returned function is called; live regions of the page go
 * on speaking. Of several panels, the top one counts, in whatever order they close.
 */
export function hideOthers(panel: HTMLElement): () => void {
  panels.push(panel);
  hideBelowTop();
  return () => {
    panels.splice(panels.indexOf(panel), 1);
    hideBelowTop();
  };
}

/** Sets an attribute, because `inert` is inherited: the browser would derive the styles of the whole page again. */
function hideBelowTop(): void {
  showHidden();
  const top = panels.at(-1);
  const speaking = ':is([aria-live]:not([aria-live=off]), [role=status], [role=alert]):not([role=dialog] *)';
  const kept = top ? [top, ...document.body.querySelectorAll(speaking)] : [];
  const above = new Set<Element>();
  for (const element of kept) {
    for (let at = element.parentElement; at && !above.has(at); at = at.parentElement) above.add(at);
  }
  const hidden: Element[] = [];
  const hideIn = (parent: Element): void => {
    for (const child of parent.children) {
      if (kept.includes(child)) continue;
      if (above.has(child)) hideIn(child);
      else if (!child.hasAttribute('aria-hidden')) hidden.push(child);
    }
  };
  if (top) hideIn(document.body);
  for (const element of hidden) element.setAttribute('aria-hidden', 'true');
  showHidden = () => hidden.forEach((element) => element.removeAttribute('aria-hidden'));
}
