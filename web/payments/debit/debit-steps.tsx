import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Form, Link, useNavigation } from 'react-router';

import type { Output } from '../../../contract/index.ts';
import type { DirectDebit } from '../../../contract/payments/direct-debit.ts';
import { smsCodeMinutes } from '../../../contract/payments/limits.ts';
import type { ErrorBody } from '../../../contract/platform/errors.ts';
import { useFocusFirstError } from '../../platform/use-focus-first-error.ts';
import { errorText, fieldTexts } from '../../platform/calls/errors.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { newKey } from '../../platform/calls/idempotency-key.ts';
import { userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { isRefused } from '../../accounts/alerts/account-alerts.ts';
import { ResendActivation } from '../../accounts/address/resend-activation.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Mail, WifiOff } from '../../ui/icon.tsx';
import { OrderCard, orderColumns } from '../order-summary.tsx';
import type { DebitAnswer } from './debit-action.ts';
import { debitPath } from './debit-path.ts';

export interface Account {
  holder: string;
  iban: string;
  phone: string;
}

export interface AccountStepProps {
  order: { bundle: string; discount_code?: string };
  price: Output<'priceOrder'>;
  account: Account;
  onChange: (account: Account) => void;
  answer: DebitAnswer | undefined;
  ended: 'expired' | 'refused' | null;
}

export function AccountStep({ order, price, account, onChange, answer, ended }: AccountStepProps): ReactElement {
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
      <input type="hidden" name="total" value={price.total} />
      <div className="grid min-w-0 gap-5">
        {ended === 'refused' && !isBegun && <DebitFailure failure={{ error: 'debit.refused', message: '' }} />}
        {ended === 'expired' && !isBegun && (
          <Alert tone="info" title={say('direct-debit.expired')}>
            {say('direct-debit.expired.text')}
          </Alert>
        )}
        {needsConfirming && <ConfirmFirst />}
        <DebitFailure failure={refused} hidden={Object.keys(texts).length > 0} />
        <AccountFields account={account} onChange={onChange} texts={texts} />
        <Button
          type="submit"
          wide
          busy={busy}
          busyLabel={say('direct-debit.sending')}
          className="lg:justify-self-start"
        >
          {say('direct-debit.send')}
        </Button>
      </div>
      <OrderCard
        price={price}
        aside={
          <a
            href={pathTo('credits')}
            className="reach text-13 font-semibold text-primary-ink underline underline-offset-4"
          >
            {say('payments.order.change')}
          </a>
        }
      />
    </Form>
  );
}

type AccountFieldsProps = Pick<AccountStepProps, 'account' | 'onChange'> & { texts: ReturnType<typeof fieldTexts> };

function AccountFields({ account, onChange, texts }: AccountFieldsProps): ReactElement {
  const say = useSay();
  return (
    <>
      <Field label={say('direct-debit.holder')} help={say('direct-debit.holder.hint')} error={texts['holder']}>
        <TextInput
          name="holder"
          autoComplete="name"
          maxLength={70}
          aria-required
          value={account.holder}
          onChange={({ target }) => onChange({ ...account, holder: target.value })}
        />
      </Field>
      <Field label={say('direct-debit.iban')} help={say('direct-debit.iban.hint')} error={texts['iban']}>
        <IbanInput value={account.iban} onChange={(iban) => onChange({ ...account, iban })} />
      </Field>
      <Field label={say('direct-debit.phone')} help={say('direct-debit.phone.hint')} error={texts['phone']}>
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
    </>
  );
}

/** Says before anything is typed that the address has to be confirmed. */
function ConfirmFirst(): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  return (
    <Alert tone="info" icon={Mail}>
      {say('direct-debit.confirm-first')} {user && !isRefused(user) && <ResendActivation />}
    </Alert>
  );
}

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

const longestIban = 34;

/** Formats an IBAN as printed: upper case, in groups of four. Other characters are dropped. */
export function formatIban(typed: string): string {
  const characters = typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, longestIban);
  return characters.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** Returns the caret's position in the formatted text, after the same characters as in the typed one. */
export function caretIn(formatted: string, typed: string, caret: number): number {
  let left = typed.slice(0, caret).replaceAll(/[^a-z0-9]/gi, '').length;
  let place = 0;
  while (left > 0 && place < formatted.length) {
    if (formatted[place] !== ' ') left -= 1;
    place += 1;
  }
  return place;
}

/** Formats a phone number while it is typed: digits, spaces and the usual separators. */
export function formatPhone(typed: string): string {
  return typed
    .replaceAll(/[^\d +()/.-]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trimStart();
}

/** Refusals after which only another method helps. */
const endings = new Set([
  'code.used',
  'debit.account-blocked',
  'debit.limit',
  'debit.refused',
  'payment.method',
  'payment.limit',
]);

function DebitFailure(props: { failure: ErrorBody | null | undefined; hidden?: boolean }): ReactElement | null {
  const say = useSay();
  const { failure, hidden = false } = props;
  if (!failure || hidden) return null;
  if (typeof navigator !== 'undefined' && !navigator.onLine)
    return (
      <Alert tone="info" icon={WifiOff}>
        {say('direct-debit.offline')}
      </Alert>
    );
  return (
    <Alert
      tone="danger"
      action={
        <>
          {failure.error === 'debit.unconfirmed' && <ResendActivation />}
          {endings.has(failure.error) && (
            <LinkButton to={pathTo('credits')} variant="quiet" size="sm">
              {say('direct-debit.other-method')}
            </LinkButton>
          )}
        </>
      }
    >
      {errorText(say, failure)}
    </Alert>
  );
}

interface CodeStepProps {
  debit: DirectDebit;
  order: { bundle: string; discount_code?: string };
  answer: DebitAnswer | undefined;
}

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
          {say('direct-debit.code.title')}
        </h2>
        <p className="text-ink-2">{say('direct-debit.code.text', { phone: debit.phone, minutes: smsCodeMinutes })}</p>
      </div>
      <DebitFailure failure={failure} hidden={isWrong} />
      {answer?.step === 'resend' && !failure && <Alert tone="success">{say('direct-debit.resent')}</Alert>}
      <Form ref={form} method="post" noValidate className="grid gap-4">
        <input type="hidden" name="step" value="code" />
        <input type="hidden" name="id" value={debit.id} />
        <Field label={say('direct-debit.code.label')} error={isWrong && failure ? errorText(say, failure) : undefined}>
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
          {say('direct-debit.code.check')}
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
          {say('direct-debit.change')}
        </Link>
      </div>
    </Card>
  );
}

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
        {say('direct-debit.resend.wait', {
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
        {say('direct-debit.resend')}
      </Button>
    </Form>
  );
}

interface MandateStepProps {
  debit: DirectDebit;
  price: Output<'priceOrder'>;
  code: string;
  answer: DebitAnswer | undefined;
}

export function MandateStep({ debit, price, code, answer }: MandateStepProps): ReactElement {
  const say = useSay();
  const busy = useNavigation().formMethod === 'POST';
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  const failure = answer?.step === 'confirm' ? answer.failure : null;
  return (
    <Form method="post" className={orderColumns}>
      <input type="hidden" name="step" value="confirm" />
      <input type="hidden" name="id" value={debit.id} />
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="request_version" value={price.request?.version ?? ''} />
      <Card as="section" aria-labelledby="mandate" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid gap-1.5">
          <h2 id="mandate" ref={heading} tabIndex={-1} className="speak text-20 outline-none">
            {say('direct-debit.mandate.title', { law: getLaw(debit) })}
          </h2>
          <p className="text-ink-2">{say('direct-debit.mandate.lead')}</p>
        </div>
        <MandateFacts debit={debit} />
        <div className="grid gap-3 border-t border-line pt-4 text-13 text-pretty">
          {debit.mandate.text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Card>
      <OrderCard price={price}>
        <DebitFailure failure={failure} />
        <Button type="submit" wide busy={busy} busyLabel={say('payments.order.busy')}>
          {say('payments.order.submit')}
        </Button>
      </OrderCard>
    </Form>
  );
}

/** Returns the country of the account, whose banks decide the words of a mandate. */
const getLaw = ({ iban }: DirectDebit): string => iban.slice(0, 2);

function MandateFacts({ debit }: { debit: DirectDebit }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { mandate } = debit;
  const law = getLaw(debit);
  const facts = [
    [say('direct-debit.mandate.reference', { law }), mandate.reference],
    [say('direct-debit.mandate.creditor', { law }), mandate.creditor],
    [say('direct-debit.mandate.creditor-id', { law }), mandate.creditor_id],
    [say('direct-debit.mandate.holder'), debit.holder],
    [say('direct-debit.mandate.account'), debit.iban],
    [say('direct-debit.mandate.type'), say('direct-debit.mandate.one-off')],
    [say('direct-debit.mandate.amount'), format.money(debit.amount, debit.currency)],
    [say('direct-debit.mandate.date'), format.day(`${mandate.collect_on}T12:00:00Z`)],
  ] as const;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-2 text-13 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-6">
      {facts.map(([name, value]) => (
        <div key={name} className="grid sm:col-span-2 sm:grid-cols-subgrid">
          <dt className="text-ink-3">{name}</dt>
          <dd className="font-semibold wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
