import type { FormEvent, ReactElement, ReactNode } from 'react';

import { FormAlert } from '../platform/failure-alert.tsx';
import { useFocusFirstError } from '../platform/use-focus-first-error.ts';

interface CallFormProps {
  /** A mutation that takes the form's fields. */
  call: { error: Error | null; mutate: (fields: FormData) => void };
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A form whose fields one call takes. A refusal appears above them, or beside its field, which gets the focus. */
export function CallForm({ call, className = 'grid gap-4', children, ...rest }: CallFormProps): ReactElement {
  const form = useFocusFirstError(call.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    call.mutate(new FormData(event.currentTarget));
  };
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className={className} {...rest}>
      <FormAlert failure={call.error} />
      {children}
    </form>
  );
}
