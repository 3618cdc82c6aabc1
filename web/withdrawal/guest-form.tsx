import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { type ActionFunctionArgs, Form, data, useActionData, useNavigation } from 'react-router';

import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import type { ErrorBody } from '../../contract/platform/errors.ts';
import { declarationLengthMax } from '../../contract/withdrawal/limits.ts';
import { CallError } from '../platform/calls/call.ts';
import { deriveKey, newKey } from '../platform/calls/idempotency-key.ts';
import { fieldTexts } from '../platform/calls/errors.ts';
import { readFields } from '../platform/pages/form-action.ts';
import { FormAlert } from '../platform/failure-alert.tsx';
import { useFormat } from '../platform/sentences/format.ts';
import { LocalTime } from '../platform/sentences/local-time.tsx';
import { callInProcess, readContext } from '../platform/pages/page.ts';
import { settingsQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { Field, TextArea, TextInput } from '../ui/field.tsx';
import { Download, Icon } from '../ui/icon.tsx';

interface Declared {
  failure: ErrorBody | null;
  typed: Record<string, string>;
  receivedAt: string | null;
  number: string;
}

export async function declareAction({
  request,
  context,
}: ActionFunctionArgs): Promise<ReturnType<typeof data<Declared>>> {
  const typed = await readFields(request);
  const { name = '', email = '', order_number = '', ordered_on = '', declaration = '', key = '' } = typed;
  try {
    const said = { name: name.trim(), email, order_number, ordered_on, declaration };
    // A declaration that is sent again after a lost response is the same one; with corrections, it is another.
    const input = { ...said, idempotency_key: await deriveKey([key, ...Object.values(said)].join('\n')) };
    const { received_at: receivedAt } = await callInProcess(readContext(context))('declareWithdrawal', input);
    return data({ failure: null, typed, receivedAt, number: formatOrderNumber(input.idempotency_key) });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return data({ failure: error.body, typed, receivedAt: null, number: '' }, { status: error.status });
  }
}

export function GuestForm(): ReactElement {
  const say = useSay();
  const format = useFormat();
  const [key] = useState(newKey);
  const posted = useActionData<Declared>();
  const busy = useNavigation().formAction?.startsWith(pathTo('return-policy')) ?? false;
  const typed = posted?.typed ?? {};
  const texts = fieldTexts(say, posted?.failure);
  const receivedAt = posted?.receivedAt;
  const received = useRef<HTMLDivElement>(null);
  // Without the form the page is shorter, and a screen reader would continue elsewhere.
  useLayoutEffect(() => received.current?.focus(), [receivedAt]);
  if (receivedAt)
    return (
      <div ref={received} tabIndex={-1} className="grid scroll-mt-32 gap-5 rounded-photo">
        <Alert tone="success" title={say('withdrawal.done')}>
          <LocalTime
            at={receivedAt}
            write={(at) => say('withdrawal.guest.done', { date: format.dateTime(at), email: typed['email'] ?? '' })}
          />
        </Alert>
        <Acknowledgement number={posted.number} receivedAt={receivedAt} typed={typed} />
      </div>
    );
  return (
    <Form method="post" action={pathTo('return-policy')} className="grid max-w-[480px] gap-4" preventScrollReset>
      <p className="text-ink-2">{say('withdrawal.guest.intro')}</p>
      <FormAlert failure={posted?.failure} />
      <input type="hidden" name="key" value={key} suppressHydrationWarning />
      <Field label={say('withdrawal.name')} error={texts['name']}>
        <TextInput name="name" autoComplete="name" required maxLength={100} defaultValue={typed['name']} />
      </Field>
      <Field label={say('withdrawal.email')} error={texts['email']}>
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={typed['email']}
        />
      </Field>
      <Field label={say('withdrawal.number')} aside={say('common.optional')} error={texts['order_number']}>
        <TextInput name="order_number" autoComplete="off" maxLength={40} defaultValue={typed['order_number']} />
      </Field>
      <Field label={say('withdrawal.date')} aside={say('common.optional')} error={texts['ordered_on']}>
        <TextInput name="ordered_on" type="date" defaultValue={typed['ordered_on']} />
      </Field>
      <Field label={say('withdrawal.declaration')} aside={say('common.optional')} error={texts['declaration']}>
        <TextArea name="declaration" maxLength={declarationLengthMax} defaultValue={typed['declaration']} />
      </Field>
      <Button type="submit" busy={busy} busyLabel={say('payments.order.busy')}>
        {say('withdrawal.guest.submit')}
      </Button>
    </Form>
  );
}

interface AcknowledgementProps {
  number: string;
  receivedAt: string;
  typed: Record<string, string>;
}

/**
 * The record is a durable medium (directive 2011/83, article 11a), even if the mailbox gets no further mail that day.
 * The same for everybody, it reveals nothing about a mailbox. Saving it needs neither JavaScript nor the server.
 */
function Acknowledgement({ number, receivedAt, typed }: AcknowledgementProps): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { name = '', email = '', order_number = '', ordered_on = '', declaration = '' } = typed;
  const facts = [
    [say('withdrawal.guest.number'), number],
    // In UTC, so that it is the same in every time zone, and to the second, which may be decisive.
    [say('withdrawal.declared-at'), `${receivedAt.slice(0, 19).replace('T', ' ')} UTC`],
    [say('withdrawal.name'), name],
    [say('withdrawal.email'), email],
    [say('payments.result.number'), order_number],
    [say('withdrawal.date'), ordered_on],
    [say('withdrawal.declaration'), declaration],
  ].filter(([, value]) => value !== '');
  const text = [
    say('withdrawal.done'),
    `${settings?.name ?? ''} (${settings?.domain ?? ''})`,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
  ].join('\r\n');
  return (
    <div className="grid justify-items-start gap-4">
      <dl className="grid w-full gap-3 text-15">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-13 text-ink-3">{label}</dt>
            <dd className="font-semibold wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      <a
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        download={`${number}.txt`}
        className={buttonClasses({ variant: 'second' })}
      >
        <Icon of={Download} size="sm" />
        {say('withdrawal.guest.save')}
      </a>
    </div>
  );
}
