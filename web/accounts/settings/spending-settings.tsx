import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';

import type { Input } from '../../../contract/index.ts';
import type { Spending } from '../../../contract/payments/spending.ts';
import { isBlank } from '../../../contract/platform/text.ts';
import { call } from '../../platform/calls/call.ts';
import { errorText, fieldTexts } from '../../platform/calls/errors.ts';
import { type Format, useFormat } from '../../platform/sentences/format.ts';
import { Pending } from '../../platform/failure-alert.tsx';
import { type Say, useSay } from '../../platform/sentences/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { spendingQuery } from '../accounts-queries.ts';
import { SettingsSection } from './settings-section.tsx';

/** The member's limit for seven days, lowered at once and raised after a day, and a break of a week. */
export function SpendingSettings(): ReactElement {
  const say = useSay();
  const query = useQuery(spendingQuery);
  return (
    <SettingsSection title={say('accounts.spending')} lead={say('accounts.spending-lead')}>
      <Pending query={query}>
        <Skeleton className="w-2/3" />
      </Pending>
      {query.data && <SpendingForm spending={query.data} />}
    </SettingsSection>
  );
}

function SpendingForm({ spending }: { spending: Spending }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const saving = useSetSpending();
  const { currency, limit, next, break_until: breakUntil } = spending;
  const [typed, setTyped] = useState(() => (limit === null || breakUntil ? '' : typedAmount(format, limit)));
  const save = (wanted: number | null): void =>
    saving.mutate({ limit: wanted }, { onSuccess: () => void showToast({ children: say('accounts.spending-saved') }) });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save(toMinor(typed));
  };
  const wrong = fieldTexts(say, saving.error)['limit'] && say('accounts.spending-wrong');
  return (
    <>
      <p>{stateText(say, format, spending)}</p>
      {next && (
        <p className="text-13 text-ink-2">
          {next.limit === null
            ? say('accounts.spending-next-none', { at: format.dateTime(next.from) })
            : say('accounts.spending-next', {
                at: format.dateTime(next.from),
                limit: format.money(next.limit, currency),
              })}
        </p>
      )}
      {saving.error && !wrong && <Alert tone="danger">{errorText(say, saving.error)}</Alert>}
      <form method="post" noValidate onSubmit={submit} className="grid gap-4">
        <Field label={say('accounts.spending-amount', { currency })} error={wrong} className="max-w-64">
          <TextInput
            name="limit"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={saving.isPending} disabled={isBlank(typed)}>
            {say('accounts.spending-save')}
          </Button>
          {limit !== null && next?.limit !== null && !breakUntil && (
            <Button variant="quiet" onClick={() => save(null)}>
              {say('accounts.spending-remove')}
            </Button>
          )}
        </div>
      </form>
      {!breakUntil && <Break busy={saving.isPending} onTake={() => saving.mutate({ take_break: true })} />}
    </>
  );
}

function useSetSpending() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<'setSpendingLimit'>) => call('setSpendingLimit', input),
    onSuccess: (spending) => queries.setQueryData(spendingQuery.queryKey, spending),
  });
}

/** A break cannot be ended early, so it takes two presses. */
function Break({ busy, onTake }: { busy: boolean; onTake: () => void }): ReactElement {
  const say = useSay();
  const [asking, setAsking] = useState(false);
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p className="text-13 text-ink-2">{say('accounts.spending-break-lead')}</p>
      <Button variant="second" className="justify-self-start" onClick={() => setAsking(true)}>
        {say('accounts.spending-break')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={say('accounts.spending-break-title')}
        description={say('accounts.spending-break-lead')}
        confirmLabel={say('accounts.spending-break')}
        cancelLabel={say('common.cancel')}
        busy={busy}
        onConfirm={() => {
          onTake();
          setAsking(false);
        }}
      />
    </div>
  );
}

function stateText(say: Say, format: Format, spending: Spending): string {
  const { currency, limit, left, spent, break_until: breakUntil } = spending;
  const money = (minor: number): string => format.money(minor, currency);
  if (breakUntil) return say('accounts.spending-on-break', { at: format.dateTime(breakUntil) });
  if (limit === null || left === null) return say('accounts.spending-none', { spent: money(spent) });
  return say('accounts.spending-left', { spent: money(spent), limit: money(limit), left: money(left) });
}

/** Returns an amount in minor units in the format of the language, without thousands separators. */
function typedAmount(format: Format, minor: number): string {
  return (minor / 100).toFixed(minor % 100 === 0 ? 0 : 2).replace('.', format.number(0.5).charAt(1));
}

/** Parses an amount (`12`, `12.50`, `12,50`) to minor units; -1, which the server refuses, for anything else. */
function toMinor(text: string): number {
  const amount = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*$/.exec(text);
  return amount ? Number(amount[1]) * 100 + Number((amount[2] ?? '').padEnd(2, '0')) : -1;
}
