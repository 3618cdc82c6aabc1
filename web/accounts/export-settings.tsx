import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';

import type { DataExport } from '../../contract/export/operations.ts';
import { call } from '../platform/call.ts';
import { errorText, fieldTexts } from '../platform/errors.ts';
import { useFormat } from '../platform/format.ts';
import { RetryAlert } from '../platform/retry-alert.tsx';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Download, Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { exportQuery } from './accounts-queries.ts';
import { OrPasskey } from './or-passkey.tsx';
import { OwnPassword, passwordIn, useAsksPassword } from './own-password.tsx';
import { PasswordField } from './password-field.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useFocusFirstError } from './use-focus-first-error.ts';

/**
 * The export of a member's data: requested with the password, made by a job, downloaded once after another proof of
 * identity. Nothing is mailed to an unconfirmed address.
 */
export function ExportSettings({ isMailed }: { isMailed: boolean }): ReactElement {
  const say = useSay();
  const [isFetching, setIsFetching] = useState(false);
  const {
    data: copy,
    error,
    refetch,
  } = useQuery({
    ...exportQuery,
    // Polls while the export is being made and until a download has begun, which the page cannot see.
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting' || (isFetching && data?.state === 'ready') ? 3_000 : false,
  });
  return (
    <SettingsSection lead={say(isMailed ? 'accounts.export-lead' : 'accounts.export-lead-here')}>
      {error && copy === undefined && <RetryAlert error={error} retry={refetch} />}
      {copy === undefined && !error && <Skeleton className="w-2/3" />}
      <div role="status" className="empty:hidden">
        {copy && <State copy={copy} onFetch={() => setIsFetching(true)} />}
      </div>
      {copy !== undefined && maySoon(copy) && <Ask />}
    </SettingsSection>
  );
}

/** Whether another export may be requested; the server has the final say. */
function maySoon(copy: DataExport | null): boolean {
  return copy === null || (copy.state !== 'waiting' && new Date(copy.again_at) <= new Date());
}

function State({ copy, onFetch }: { copy: DataExport; onFetch: () => void }): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  if (copy.state === 'waiting') return <p>{say('accounts.export-waiting')}</p>;
  if (copy.state === 'ready')
    return (
      <div className="grid gap-3">
        <p>{say('accounts.export-ready', { until: format.dateTime(copy.expires_at ?? '') })}</p>
        <Fetch onFetch={onFetch} />
      </div>
    );
  if (copy.state !== 'fetched' || maySoon(copy)) return null;
  return <p>{say('accounts.export-fetched', { again: format.dateTime(copy.again_at) })}</p>;
}

function Fetch({ onFetch }: { onFetch: () => void }): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const opening = useMutation({
    mutationFn: (fields: FormData) => call('openExport', passwordIn(fields)),
    onSuccess: ({ export: copy }) => {
      queries.setQueryData(exportQuery.queryKey, copy);
      if (!copy?.link) return;
      onFetch();
      location.assign(copy.link);
    },
  });
  const form = useFocusFirstError(opening.error);
  const asks = useAsksPassword(opening);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    opening.mutate(new FormData(event.currentTarget));
  };
  const isGeneral = opening.error !== null && Object.keys(fieldTexts(say, opening.error)).length === 0;
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
      {isGeneral && <Alert tone="danger">{errorText(say, opening.error)}</Alert>}
      <OwnPassword asks={asks} error={opening.error} />
      <Button type="submit" busy={opening.isPending} className="justify-self-start">
        <Icon of={Download} size="sm" />
        {say('accounts.export-fetch')}
      </Button>
    </form>
  );
}

function Ask(): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const asking = useMutation({
    mutationFn: (fields: FormData) => call('requestExport', passwordIn(fields)),
    onSuccess: ({ export: copy }) => queries.setQueryData(exportQuery.queryKey, copy),
  });
  const form = useFocusFirstError(asking.error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    asking.mutate(new FormData(event.currentTarget));
  };
  const texts = fieldTexts(say, asking.error);
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
      {asking.error && Object.keys(texts).length === 0 && <Alert tone="danger">{errorText(say, asking.error)}</Alert>}
      <PasswordField name="password" kind="current" label={say('accounts.old-password')} error={texts['password']} />
      <OrPasskey />
      <Button type="submit" variant="second" busy={asking.isPending} className="justify-self-start">
        {say('accounts.export-ask')}
      </Button>
    </form>
  );
}
