import { type RefObject, useEffect, useRef } from 'react';

/** A ref for a form: whenever it is refused anew, the focus goes to the first field that is wrong. */
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
