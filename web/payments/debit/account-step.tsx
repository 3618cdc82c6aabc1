import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';

import type { Output } from '../../../contract/index.ts';
import { useFocusFirstError } from '../../accounts/use-focus-first-error.ts';
import { fieldTexts } from '../../platform/errors.ts';
import { newKey } from '../../platform/idempotency-key.ts';
import { pathTo } from '../../platform/route-table.ts';
import { userQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { isRefused } from '../../shell/refused-email.ts';
import { ResendActivation } from '../../shell/resend-activation.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Mail } from '../../ui/icon.tsx';
import { TextInput } from '../../ui/input.tsx';
import { OrderCard, orderColumns } from '../order-card.tsx';
import type { DebitAnswer } from './debit-action.ts';
import { DebitFailure } from './debit-failure.tsx';
import { caretIn, formatIban, formatPhone } from './format-iban.ts';

export interface Account {
  holder: string;
  iban: string;
  phone: string;
}

export interface AccountStepProps {
  order: { bundle: string; discount_code?: string };
  quote: Output<'quoteOrder'>;
  account: Account;
  onChange: (account: Account) => void;
  answer: DebitAnswer | undefined;
  /** The outcome of a previous direct debit. */
  ended: 'expired' | 'refused' | null;
}

/** The first step: the account to debit, and the phone that receives the code. */
export function AccountStep({ order, quote, account, onChange, answer, ended }: AccountStepProps): ReactElement {
  const say = useSay();
  const busy = useNavigation().formMethod === 'POST';
  const [key] = useState(newKey);
  const isBegun = answer?.step === 'start';
  const refused = isBegun ? answer.failure : null;
  const texts = fieldTexts(say, refused);
  const form = useFocusFirstError(refused);
  const { data: user } = useQuery(userQuery);
  const needsConfirming = user?.status === 'not_confirmed' && refused?.error !== 'debit.unconfirmed';
  return (
    <Form ref={form} method="post" noValidate className={orderColumns}>
      {/* Hydration keeps the server's key, because attributes are not patched. */}
      <input type="hidden" name="key" value={key} suppressHydrationWarning />
      <input type="hidden" name="step" value="start" />
      <input type="hidden" name="bundle" value={order.bundle} />
      <input type="hidden" name="discount_code" value={order.discount_code ?? ''} />
      <input type="hidden" name="total" value={quote.total} />
      <div className="grid min-w-0 gap-5">
        {ended === 'refused' && !isBegun && <DebitFailure failure={{ error: 'debit.refused', message: '' }} />}
        {ended === 'expired' && !isBegun && (
          <Alert tone="info" title={say('directdebit.expired')}>
            {say('directdebit.expired.text')}
          </Alert>
        )}
        {needsConfirming && <ConfirmFirst />}
        <DebitFailure failure={refused} hidden={Object.keys(texts).length > 0} />
        <Field label={say('directdebit.holder')} help={say('directdebit.holder.hint')} error={texts['holder']}>
          <TextInput
            name="holder"
            autoComplete="name"
            maxLength={70}
            aria-required
            value={account.holder}
            onChange={({ target }) => onChange({ ...account, holder: target.value })}
          />
        </Field>
        <Field label={say('directdebit.iban')} help={say('directdebit.iban.hint')} error={texts['iban']}>
          <IbanInput value={account.iban} onChange={(iban) => onChange({ ...account, iban })} />
        </Field>
        <Field label={say('directdebit.phone')} help={say('directdebit.phone.hint')} error={texts['phone']}>
          <TextInput
            type="tel"
            name="phone"
            autoComplete="tel"
            inputMode="tel"
            maxLength={40}
            aria-required
            value={account.phone}
            onChange={({ target }) => onChange({ ...account, phone: formatPhone(target.value) })}
          />
        </Field>
        <Button type="submit" wide busy={busy} busyLabel={say('directdebit.sending')} className="lg:justify-self-start">
          {say('directdebit.send')}
        </Button>
      </div>
      <OrderCard
        quote={quote}
        aside={
          <a href={pathTo('credits')} className="text-13 font-semibold text-primary-ink underline underline-offset-4">
            {say('payments.order.change')}
          </a>
        }
      />
    </Form>
  );
}

/** Says before anything is typed that the address has to be confirmed. */
function ConfirmFirst(): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  return (
    <Alert tone="info" icon={Mail}>
      {say('directdebit.confirm-first')} {user && !isRefused(user) && <ResendActivation />}
    </Alert>
  );
}

/** Groups the characters while typing and keeps the caret in place. */
function IbanInput({ value, onChange }: { value: string; onChange: (iban: string) => void }): ReactElement {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [value]);
  const type = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const formatted = formatIban(target.value);
    caret.current = caretIn(formatted, target.value, target.selectionStart ?? target.value.length);
    onChange(formatted);
  };
  return (
    <TextInput
      ref={input}
      name="iban"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={60}
      aria-required
      className="tabular-nums"
      value={value}
      onChange={type}
    />
  );
}
