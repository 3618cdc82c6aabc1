import { type RefObject, useEffect, useRef } from 'react';

/** A ref for a form that moves the focus to the first field with an error after each failure. */
export function useFocusFirstError(failure: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const seen = useRef(failure);
  useEffect(() => {
    if (seen.current === failure) return;
    seen.current = failure;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  return form;
}
