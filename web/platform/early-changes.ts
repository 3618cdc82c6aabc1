type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** React's record of a field, by which it tells whether an event changed it. */
interface Tracked {
  _valueTracker?: { setValue: (value: string) => void };
}

declare global {
  interface Window {
    tealightChanged?: Set<Field> | undefined;
  }
}

/**
 * Script for the head, after others: tracks fields that the user changes before the app's code runs. React keeps what
 * they show, but not in its state, so the next render would overwrite them.
 */
export const trackEarlyChanges = `;window.tealightChanged=new Set;addEventListener('input',e=>window.tealightChanged?.add(e.target),true)`;

/**
 * Script for the head, after that: marks the root element if the app's code is missing or cannot start, so that
 * `unscripted` styles show all steps of a form.
 */
export const markFailedProgram = `;for(let t of['error','unhandledrejection'])addEventListener(t,e=>{if(window.tealightChanged&&(t!='error'||e.target.tagName=='SCRIPT'))document.documentElement.dataset.program='failed'},true)`;

/**
 * Takes the changes made before the app's code ran. The returned function repeats them one after the other, so that
 * each handler sees the state that the previous one left.
 */
export function takeEarlyChanges(): () => void {
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
      field.dispatchEvent(new Event(eventOf(field), { bubbles: true }));
    }
  };
}

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

/** The event by which React notices a change of the field. */
function eventOf(field: Field): string {
  if (isBox(field)) return 'click';
  return field instanceof HTMLSelectElement || field.type === 'file' ? 'change' : 'input';
}

/** Sets a property unnoticed by React, which takes `before` for the last value. An unchanged value keeps its caret. */
function setAgain<Value extends string | boolean>(
  field: Field & Tracked,
  property: 'value' | 'checked',
  value: Value,
  before?: Value,
): void {
  if ((field as unknown as Record<string, unknown>)[property] !== value)
    Reflect.set(Object.getPrototypeOf(field) as object, property, value, field);
  if (before !== undefined) field._valueTracker?.setValue(String(before));
}
