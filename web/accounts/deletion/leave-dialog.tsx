import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useEffect, useId, useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';

import { deletionReasons } from '../../../contract/accounts/deletion-reasons.ts';
import { reactivationWindowDays } from '../../../contract/accounts/limits.ts';
import { complaintKeptMonths } from '../../../contract/support/limits.ts';
import { lastOfferQuery } from '../../discounts/discount-queries.ts';
import { usePause } from '../../members/pause/end-pause.tsx';
import { call } from '../../platform/calls/call.ts';
import { fieldTexts } from '../../platform/calls/errors.ts';
import { FormAlert } from '../../platform/failure-alert.tsx';
import { useFormat } from '../../platform/sentences/format.ts';
import { companyQuery, userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { Rich, useSay } from '../../platform/sentences/sentences.tsx';
import { countUnsent, endSession } from '../sessions/log-out.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Moon } from '../../ui/icon.tsx';
import { OrPasskey, passwordIn } from '../passwords/own-password.tsx';
import { formatPayBack, payBackQuery } from './pay-back.ts';
import { PasswordField } from '../passwords/password-field.tsx';
import { useFocusFirstError } from '../../platform/use-focus-first-error.ts';

type Reason = (typeof deletionReasons)[number];

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
  useLayoutEffect(() => {
    // Otherwise the focus would stay on the button, which now ends the account.
    if (atEnd) form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
  }, [atEnd, form]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (atEnd) leaving.mutate(passwordIn(new FormData(event.currentTarget)));
    else setAtEnd(true);
  };
  const { password: wrong } = fieldTexts(say, leaving.error);
  const unsent = useUnsentCount();
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
            <FormAlert failure={leaving.error} />
            <p className="text-ink-2">{say('accounts.leave-password-lead')}</p>
            <PasswordField name="password" kind="current" label={say('accounts.password')} error={wrong} />
            <OrPasskey />
          </>
        ) : (
          <>
            <Consequences />
            <Why reason={reason} onChange={setReason} />
            {reason === 'break' && <JustABreak onClose={onClose} />}
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
        {deletionReasons.map((one) => (
          <option key={one} value={one}>
            {say(`accounts.leave-reason.${one}`)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Scrolls to the offer, which a phone would show below the dialog's edge. */
const scrollTo = (offer: HTMLElement | null): void => offer?.scrollIntoView({ block: 'nearest' });

/** Offers a pause in place of the end of the account, with one tap. */
function JustABreak({ onClose }: { onClose: () => void }): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const pause = usePause('accounts.paused');
  if (user?.status !== 'active' || user.profile.paused_until !== null) return null;
  return (
    <div ref={scrollTo}>
      <Alert
        icon={Moon}
        title={say('accounts.leave-pause')}
        action={
          <Button size="sm" busy={pause.isPending} onClick={() => pause.mutate('open', { onSuccess: onClose })}>
            {say('accounts.pause-start')}
          </Button>
        }
      >
        {say('accounts.leave-pause-lead')}
      </Alert>
    </div>
  );
}

/** Returns the number of unsent messages in this browser: they are lost with the session. */
function useUnsentCount(): number {
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
  return (
    <ul className="grid list-disc gap-2 pl-5 text-ink-2">
      <li>{say('accounts.leave-hidden')}</li>
      <li>{say('accounts.leave-way-back', { days: reactivationWindowDays })}</li>
      <li>{say('accounts.leave-erased', { months: complaintKeptMonths })}</li>
      <CreditsAtTheEnd />
    </ul>
  );
}

/** What happens to the credits: lost, unless the member has said no to changed terms. */
function CreditsAtTheEnd(): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  const { data: user } = useQuery(userQuery);
  const { data: back, isPending } = useQuery(payBackQuery);
  if (isPending) return null;
  const amount = back?.refused ? formatPayBack(format, back) : null;
  if (amount !== null) return <li>{say('accounts.leave-paid-back', { amount })}</li>;
  const count = user?.credits ?? 0;
  if (count <= 0) return null;
  const link = <Link to={pathTo('withdrawal')} className="font-bold text-primary-ink underline" />;
  return (
    <li>
      <Rich id="accounts.leave-credits" values={{ count }} components={{ link }} />
    </li>
  );
}

/** The discount for members about to leave, if the company offers one (specification, section 3). */
function LastOffer(): ReactElement | null {
  const format = useFormat();
  const { data: company } = useQuery(companyQuery);
  const { data: offer } = useQuery({ ...lastOfferQuery, enabled: company?.delete_discount === true });
  if (!offer?.expires) return null;
  const { code } = offer;
  const values = { code, percent: format.percent(offer.percentage / 100), until: format.dateTime(offer.expires) };
  const prices = `${pathTo('credits')}?code=${code}`;
  return (
    <p role="status" className="text-ink-2">
      <Rich
        id="accounts.leave-offer"
        values={values}
        components={{ link: <Link to={prices} className="font-bold text-primary-ink underline" /> }}
      />
    </p>
  );
}
