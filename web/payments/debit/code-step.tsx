import { type ReactElement, useEffect, useState } from 'react';
import { Form, Link, useNavigation } from 'react-router';

import type { DirectDebit } from '../../../contract/payments/direct-debit.ts';
import { smsCodeMinutes } from '../../../contract/payments/limits.ts';
import { useFocusFirstError } from '../../accounts/use-focus-first-error.ts';
import { errorText } from '../../platform/errors.ts';
import { newKey } from '../../platform/idempotency-key.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/input.tsx';
import type { DebitAnswer } from './debit-action.ts';
import { DebitFailure } from './debit-failure.tsx';
import { debitPath } from './debit-path.ts';

export interface CodeStepProps {
  debit: DirectDebit;
  order: { bundle: string; discount_code?: string };
  answer: DebitAnswer | undefined;
}

/** The second step: the code from the text message, with a button to resend it. */
export function CodeStep({ debit, order, answer }: CodeStepProps): ReactElement {
  const say = useSay();
  const { formData, formMethod } = useNavigation();
  const busy = formMethod === 'POST' ? formData?.get('step') : null;
  const [code, setCode] = useState('');
  const failure = answer?.step === 'start' ? null : answer?.failure;
  const isWrong = failure?.error === 'debit.code-invalid';
  const form = useFocusFirstError(failure);
  return (
    <Card as="section" aria-labelledby="code" className="grid w-full max-w-[560px] gap-5">
      <div className="grid gap-1.5">
        <h2 id="code" className="speak text-20">
          {say('directdebit.code.title')}
        </h2>
        <p className="text-ink-2">{say('directdebit.code.text', { phone: debit.phone, minutes: smsCodeMinutes })}</p>
      </div>
      <DebitFailure failure={failure} hidden={isWrong} />
      {answer?.step === 'resend' && !failure && <Alert tone="success">{say('directdebit.resent')}</Alert>}
      <Form ref={form} method="post" noValidate className="grid gap-4">
        <input type="hidden" name="step" value="code" />
        <input type="hidden" name="id" value={debit.id} />
        <Field label={say('directdebit.code.label')} error={isWrong && failure ? errorText(say, failure) : undefined}>
          <TextInput
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            aria-required
            className="speak text-26! tracking-[0.2em] tabular-nums md:text-26!"
            value={code}
            onChange={({ target }) => setCode(target.value.replaceAll(/[^\d ]/g, ''))}
          />
        </Field>
        <Button type="submit" wide busy={busy === 'code'}>
          {say('directdebit.code.check')}
        </Button>
      </Form>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-13">
        {debit.state === 'code' && (
          <Resend key={`${debit.id} ${debit.code_expires}`} debit={debit} busy={busy === 'resend'} />
        )}
        <Link
          to={debitPath('sepa_direct_debit', order.bundle, order.discount_code) ?? ''}
          className="font-semibold text-primary-ink underline underline-offset-4"
        >
          {say('directdebit.change')}
        </Link>
      </div>
    </Card>
  );
}

/** Resends the code; until the server allows it, shows the time left. */
function Resend({ debit, busy }: { debit: DirectDebit; busy: boolean }): ReactElement {
  const say = useSay();
  const [key] = useState(newKey);
  const [seconds, setSeconds] = useState(debit.resend_seconds);
  const isWaiting = seconds > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => setSeconds((left) => left - 1), 1_000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  if (isWaiting)
    return (
      <span className="text-ink-2 tabular-nums" role="timer" aria-live="off">
        {say('directdebit.resend.wait', {
          time: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
        })}
      </span>
    );
  return (
    <Form method="post">
      <input type="hidden" name="step" value="resend" />
      <input type="hidden" name="id" value={debit.id} />
      <input type="hidden" name="key" value={key} suppressHydrationWarning />
      <Button type="submit" variant="plain" size="sm" className="-ml-3" busy={busy}>
        {say('directdebit.resend')}
      </Button>
    </Form>
  );
}
