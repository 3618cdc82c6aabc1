import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useEffect, useId, useState } from 'react';
import { Link } from 'react-router';

import { leavingReasons } from '../../contract/accounts/leaving-reasons.ts';
import { reactivationWindowDays } from '../../contract/accounts/limits.ts';
import { complaintKeptMonths } from '../../contract/support/limits.ts';
import { call } from '../platform/call.ts';
import { errorText, fieldTexts } from '../platform/errors.ts';
import { LastOffer } from '../discounts/last-offer.tsx';
import { userQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { Rich, useSay } from '../platform/sentences.tsx';
import { countUnsent, endSession } from '../shell/log-out.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/input.tsx';
import { OrPasskey } from './or-passkey.tsx';
import { passwordIn } from './own-password.tsx';
import { PasswordField } from './password-field.tsx';
import { useFocusFirstError } from './use-focus-first-error.ts';

type Reason = (typeof leavingReasons)[number];

/** Ends an account in two steps: consequences and an optional reason, then the password (specification, section 2). */
export function LeaveDialog({ onClose }: { onClose: () => void }): ReactElement {
  const say = useSay();
  const formId = useId();
  const [reason, setReason] = useState<Reason | ''>('');
  const [atEnd, setAtEnd] = useState(false);
  const leaving = useMutation({
    mutationFn: (proof: { password?: string }) =>
      endSession(
        () => call('deleteAccount', { ...proof, ...(reason !== '' && { reason }) }),
        pathTo('account-deleted'),
      ),
  });
  const form = useFocusFirstError(leaving.error);
  useEffect(() => {
    // Otherwise the focus would stay on the button, which now ends the account.
    if (atEnd) form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
  }, [atEnd, form]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (atEnd) leaving.mutate(passwordIn(new FormData(event.currentTarget)));
    else setAtEnd(true);
  };
  const texts = fieldTexts(say, leaving.error);
  const unsent = useUnsent();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closeLabel={say('common.close')}
      title={say('accounts.leave-title')}
      actions={
        <>
          <Button variant="second" onClick={onClose}>
            {say('accounts.leave-keep')}
          </Button>
          <Button type="submit" form={formId} variant={atEnd ? 'risk' : 'primary'} busy={leaving.isPending}>
            {say(atEnd ? 'accounts.leave-open' : 'accounts.next')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} noValidate onSubmit={submit} className="grid gap-4">
        {unsent > 0 && <Alert tone="danger">{say('accounts.leave-unsent', { count: unsent })}</Alert>}
        {atEnd ? (
          <>
            {leaving.error && Object.keys(texts).length === 0 && (
              <Alert tone="danger">{errorText(say, leaving.error)}</Alert>
            )}
            <p className="text-ink-2">{say('accounts.leave-password-lead')}</p>
            <PasswordField name="password" kind="current" label={say('accounts.password')} error={texts['password']} />
            <OrPasskey />
          </>
        ) : (
          <>
            <Consequences />
            <Why reason={reason} onChange={setReason} />
            <LastOffer />
          </>
        )}
      </form>
    </Dialog>
  );
}

function Why({ reason, onChange }: { reason: Reason | ''; onChange: (reason: Reason | '') => void }): ReactElement {
  const say = useSay();
  return (
    <Field label={say('accounts.leave-why')}>
      <Select value={reason} onChange={(event) => onChange(event.target.value as Reason | '')}>
        <option value="">{say('accounts.leave-why-none')}</option>
        {leavingReasons.map((one) => (
          <option key={one} value={one}>
            {say(`accounts.leave-reason.${one}`)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** The number of unsent messages in this browser: they are lost with the session. */
function useUnsent(): number {
  const { data: user } = useQuery(userQuery);
  const [unsent, setUnsent] = useState(0);
  const member = user?.id;
  useEffect(() => {
    if (member !== undefined) void countUnsent(member).then(setUnsent);
  }, [member]);
  return unsent;
}

function Consequences(): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const credits = user?.credits ?? 0;
  return (
    <ul className="grid list-disc gap-2 pl-5 text-ink-2">
      <li>{say('accounts.leave-hidden')}</li>
      <li>{say('accounts.leave-way-back', { days: reactivationWindowDays })}</li>
      <li>{say('accounts.leave-erased', { months: complaintKeptMonths })}</li>
      {credits > 0 && (
        <li>
          <Rich
            id="accounts.leave-credits"
            values={{ count: credits }}
            components={{ link: <Link to={pathTo('withdrawal')} className="font-bold text-primary-ink underline" /> }}
          />
        </li>
      )}
    </ul>
  );
}
