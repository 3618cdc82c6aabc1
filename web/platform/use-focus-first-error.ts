import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Returns a ref for a form that moves the focus to the first field with an error after each failure. */
export function useFocusFirstError(failure: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const seen = useRef(failure);
  // Before the page is painted: later, it could take the focus from a field in which somebody already types.
  useLayoutEffect(() => {
    if (seen.current === failure) return;
    seen.current = failure;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  return form;
}
