import type { ReactElement, ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';

import type { ErrorAnswer } from '../../contract/platform/errors.ts';
import { errorText } from '../platform/errors.ts';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

export interface TokenFormProps {
  token: string;
  failure: ErrorAnswer | null | undefined;
  label: string;
  /** The action of the form; by default the page itself. */
  action?: string | undefined;
  /** Further hidden fields. */
  children?: ReactNode;
}

/** Uses the token of a link by a button: opening the link alone, as mail scanners do, changes nothing. */
export function TokenForm({ token, failure, label, action, children }: TokenFormProps): ReactElement {
  const say = useSay();
  const busy = useNavigation().state === 'submitting';
  return (
    <>
      {failure && <Alert tone="danger">{errorText(say, failure)}</Alert>}
      <Form method="post" action={action} className="grid">
        <input type="hidden" name="token" value={token} />
        {children}
        <Button type="submit" wide busy={busy}>
          {label}
        </Button>
      </Form>
    </>
  );
}
