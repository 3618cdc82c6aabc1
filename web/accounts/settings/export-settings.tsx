import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import type { DataExport } from '../../../contract/export/operations.ts';
import { call } from '../../platform/calls/call.ts';
import { fieldTexts } from '../../platform/calls/errors.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { RetryAlert } from '../../platform/failure-alert.tsx';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Download, Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { exportQuery } from '../accounts-queries.ts';
import { CallForm } from '../call-form.tsx';
import { OrPasskey, OwnPassword, passwordIn, useAsksPassword } from '../passwords/own-password.tsx';
import { PasswordField } from '../passwords/password-field.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Requested with the password, downloaded once after another proof of identity. Unconfirmed addresses get no mail. */
export function ExportSettings({ isMailed }: { isMailed: boolean }): ReactElement {
  const say = useSay();
  const [isFetching, setIsFetching] = useState(false);
  const query = useQuery({
    ...exportQuery,
    // Polls while the export is being made and until a download has begun, which the page cannot see.
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waiting' || (isFetching && data?.state === 'ready') ? 3_000 : false,
  });
  const copy = query.data;
  return (
    <SettingsSection lead={say(isMailed ? 'accounts.export-lead' : 'accounts.export-lead-here')}>
      {query.error && copy === undefined && <RetryAlert error={query.error} retry={query.refetch} />}
      {copy === undefined && !query.error && <Skeleton className="w-2/3" />}
      <div role="status" className="empty:hidden">
        {copy && <State copy={copy} onFetch={() => setIsFetching(true)} />}
      </div>
      {copy !== undefined && maySoon(copy) && <Ask />}
    </SettingsSection>
  );
}

/** True if another export may be requested; the server has the final say. */
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
  const asks = useAsksPassword(opening);
  return (
    <CallForm call={opening}>
      <OwnPassword asks={asks} error={opening.error} />
      <Button type="submit" busy={opening.isPending} className="justify-self-start">
        <Icon of={Download} size="sm" />
        {say('accounts.export-fetch')}
      </Button>
    </CallForm>
  );
}

function Ask(): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const asking = useMutation({
    mutationFn: (fields: FormData) => call('requestExport', passwordIn(fields)),
    onSuccess: ({ export: copy }) => queries.setQueryData(exportQuery.queryKey, copy),
  });
  const { password: error } = fieldTexts(say, asking.error);
  return (
    <CallForm call={asking}>
      <PasswordField name="password" kind="current" label={say('accounts.old-password')} error={error} />
      <OrPasskey />
      <Button type="submit" variant="second" busy={asking.isPending} className="justify-self-start">
        {say('accounts.export-ask')}
      </Button>
    </CallForm>
  );
}
