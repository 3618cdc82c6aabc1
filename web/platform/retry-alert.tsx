import type { ReactElement, ReactNode } from 'react';

import { errorText } from './errors.ts';
import { useSay } from './sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

export interface RetryAlertProps {
  /** The error of the failed call: its sentence is shown, unless `children` say more. */
  error?: unknown;
  retry: () => unknown;
  className?: string;
  children?: ReactNode;
}

/** Says that something could not be loaded, with a button to retry. */
export function RetryAlert({ error, retry, className, children }: RetryAlertProps): ReactElement {
  const say = useSay();
  return (
    <Alert
      tone="danger"
      {...(className !== undefined && { className })}
      action={
        <Button variant="quiet" size="sm" onClick={() => void retry()}>
          {say('common.retry')}
        </Button>
      }
    >
      {children ?? errorText(say, error)}
    </Alert>
  );
}
