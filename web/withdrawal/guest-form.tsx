import { type ReactElement, useEffect, useRef, useState } from 'react';
import { type ActionFunctionArgs, Form, data, useActionData, useNavigation } from 'react-router';

import type { ErrorAnswer } from '../../contract/platform/errors.ts';
import { declarationLengthMax } from '../../contract/withdrawal/limits.ts';
import { formatOrderNumber } from '../../contract/payments/order-number.ts';
import { CallError } from '../platform/call.ts';
import { errorText, fieldTexts } from '../platform/errors.ts';
import { readFields } from '../platform/form-action.ts';
import { useFormat } from '../platform/format.ts';
import { deriveKey, newKey } from '../platform/idempotency-key.ts';
import { LocalTime } from '../platform/local-time.tsx';
import { callInProcess, readContext } from '../platform/page.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { TextArea, TextInput } from '../ui/input.tsx';
import { Acknowledgement } from './acknowledgement.tsx';

interface Declared {
  failure: ErrorAnswer | null;
  typed: Record<string, string>;
  receivedAt: string | null;
  /** The reference number for correspondence. */
  number: string;
}

/** Handles a posted declaration, with or without JavaScript. */
export async function declareAction({
  request,
  context,
}: ActionFunctionArgs): Promise<ReturnType<typeof data<Declared>>> {
  const typed = await readFields(request);
  const { name = '', email = '', order_number = '', ordered_on = '', declaration = '', key = '' } = typed;
  try {
    const said = { name: name.trim(), email, order_number, ordered_on, declaration };
    // Sent again after a lost response, it is the same declaration; with corrections, it is another.
    const input = { ...said, idempotency_key: await deriveKey([key, ...Object.values(said)].join('\n')) };
    const { received_at: receivedAt } = await callInProcess(readContext(context))('declareWithdrawal', input);
    return data({ failure: null, typed, receivedAt, number: formatOrderNumber(input.idempotency_key) });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return data({ failure: error.body, typed, receivedAt: null, number: '' }, { status: error.status });
  }
}

/** The form for a withdrawal without a login, and its result. */
export function GuestForm(): ReactElement {
  const say = useSay();
  const format = useFormat();
  const [key] = useState(newKey);
  const answer = useActionData<Declared>();
  const busy = useNavigation().formAction?.startsWith(pathTo('return-policy')) ?? false;
  const typed = answer?.typed ?? {};
  const texts = fieldTexts(say, answer?.failure);
  const receivedAt = answer?.receivedAt;
  const received = useRef<HTMLDivElement>(null);
  // Without the form the page is shorter, and a screen reader would continue elsewhere.
  useEffect(() => received.current?.focus(), [receivedAt]);
  if (receivedAt)
    return (
      <div ref={received} tabIndex={-1} className="grid scroll-mt-32 gap-5 rounded-photo">
        <Alert tone="success" title={say('withdrawal.done')}>
          <LocalTime
            at={receivedAt}
            write={(at) => say('withdrawal.guest.done', { date: format.dateTime(at), email: typed['email'] ?? '' })}
          />
        </Alert>
        <Acknowledgement number={answer.number} receivedAt={receivedAt} typed={typed} />
      </div>
    );
  return (
    <Form method="post" action={pathTo('return-policy')} className="grid max-w-[480px] gap-4" preventScrollReset>
      <p className="text-ink-2">{say('withdrawal.guest.intro')}</p>
      {answer?.failure && Object.keys(texts).length === 0 && (
        <Alert tone="danger">{errorText(say, answer.failure)}</Alert>
      )}
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
