import type { ReactElement, ReactNode } from 'react';

import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { errorText, fieldTexts } from './calls/errors.ts';
import { useSay } from './sentences/sentences.tsx';

export interface RetryAlertProps {
  /** The error of the failed call: its sentence is shown, unless `children` say more. */
  error?: unknown;
  retry: () => unknown;
  className?: string;
  children?: ReactNode;
}

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

/** Why a form was refused, unless its fields say so. */
export function FormAlert({ failure }: { failure: unknown }): ReactElement | null {
  const say = useSay();
  if (!failure || Object.keys(fieldTexts(say, failure)).length > 0) return null;
  return <Alert tone="danger">{errorText(say, failure)}</Alert>;
}

interface PendingProps {
  query: { data: unknown; error: Error | null; refetch: () => unknown };
  children: ReactNode;
}

/** Stands for the data of a query: `children`, its placeholders, until they arrive, or the failure with a retry. */
export function Pending({ query: { data, error, refetch }, children }: PendingProps): ReactElement | null {
  const say = useSay();
  if (error && !data) return <RetryAlert error={error} retry={refetch} />;
  return data === undefined ? <Loading label={say('common.loading')}>{children}</Loading> : null;
}
