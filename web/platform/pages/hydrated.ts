import { useEffect, useState, useSyncExternalStore } from 'react';

export const hydratedEvent = 'tealight-hydrated';

// Module state, one per page: it is hydrated once, and every field asks.
let isTakingOver = true;

/** True until the page is hydrated and early changes of fields are repeated. */
export const isHydrating = (): boolean => isTakingOver;

/**
 * Announces that the page is hydrated. It belongs in the outermost component, whose effects run last. React may render
 * changes from them in between.
 */
export function useAnnounceHydrated(): void {
  useEffect(() => {
    const changeAgain = popEarlyChanges();
    queueMicrotask(() => {
      changeAgain();
      isTakingOver = false;
      window.dispatchEvent(new Event(hydratedEvent));
    });
  }, []);
}

/** Returns false on the server and in the first render of the browser, then true. */
export function useIsHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return hydrated;
}

type Field = (HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) & {
  /** React's record of a field, by which it tells whether an event changed it. */
  _valueTracker?: { setValue: (value: string) => void };
};

declare global {
  interface Window {
    tealightChanged?: Set<Field> | undefined;
  }
}

/** Script for the head, after others. React keeps early input out of its state: the next render would overwrite it. */
export const trackEarlyChanges = `;window.tealightChanged=new Set;addEventListener('input',e=>window.tealightChanged?.add(e.target),true)`;

/** Script for the head, after `trackEarlyChanges`. If the app's code fails, `unscripted` styles show all form steps. */
export const markFailedProgram = `;for(let t of['error','unhandledrejection'])addEventListener(t,e=>{if(window.tealightChanged&&(t!='error'||e.target.tagName=='SCRIPT'))document.documentElement.dataset.program='failed'},true)`;

/** Returns a function that repeats the changes one by one, so that each handler sees the state left by the last. */
function popEarlyChanges(): () => void {
  const changes = [...(window.tealightChanged ?? [])].map((field) => ({
    field,
    value: field.value,
    checked: isBox(field) && field.checked,
  }));
  delete window.tealightChanged;
  delete document.documentElement.dataset['program'];
  return () => {
    for (const { field, value, checked } of changes) {
      if (!field.isConnected || (isBox(field) && field.type === 'radio' && !checked)) continue;
      if (isBox(field)) setAgain(field, 'checked', checked, field.defaultChecked);
      else if (field instanceof HTMLSelectElement) setAgain(field, 'value', value);
      else if (field.type !== 'file') setAgain(field, 'value', value, field.defaultValue);
      field.dispatchEvent(new Event(getEvent(field), { bubbles: true }));
    }
  };
}

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

function getEvent(field: Field): string {
  if (isBox(field)) return 'click';
  return field instanceof HTMLSelectElement || field.type === 'file' ? 'change' : 'input';
}

/** Sets a property unnoticed by React, which takes `before` for the last value. An unchanged value keeps its caret. */
function setAgain<Value extends string | boolean>(
  field: Field,
  property: 'value' | 'checked',
  value: Value,
  before?: Value,
): void {
  if ((field as unknown as Record<string, unknown>)[property] !== value)
    Reflect.set(Object.getPrototypeOf(field) as object, property, value, field);
  if (before !== undefined) field._valueTracker?.setValue(String(before));
}

const never = (): (() => void) => () => undefined;

/** Returns false on the server and during hydration; unlike `useIsHydrated`, true at once on a page opened later. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
