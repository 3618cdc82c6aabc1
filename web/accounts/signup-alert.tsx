import type { ReactElement } from 'react';
import { Link } from 'react-router';

import type { ErrorAnswer } from '../../contract/platform/errors.ts';
import { errorText } from '../platform/errors.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';

/** The general error of the form. For a known address it links to the login (specification, section 8). */
export function SignupAlert({
  failure,
  onLogin,
}: {
  failure: ErrorAnswer | null;
  onLogin?: () => void;
}): ReactElement | null {
  const say = useSay();
  if (!failure || Object.keys(failure.fields ?? {}).length > 0) return null;
  const link = 'shrink-0 rounded-small px-1 py-2 font-bold text-current underline underline-offset-3';
  const offers = failure.error === 'email.taken';
  const helps = failure.error === 'account.pending-deletion';
  return (
    <Alert
      tone="danger"
      action={
        (offers && (
          <Link to={pathTo('login')} className={link} onClick={onLogin}>
            {say('accounts.log-in')}
          </Link>
        )) ||
        (helps && (
          <Link to={pathTo('service')} className={link}>
            {say('shell.footer.service')}
          </Link>
        ))
      }
    >
      {errorText(say, failure)}
    </Alert>
  );
}
