import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { ListedSession } from '../../../contract/accounts/access.ts';
import { call } from '../../platform/calls/call.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { LocalTime } from '../../platform/sentences/local-time.tsx';
import { Pending } from '../../platform/failure-alert.tsx';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { ListEntry } from '../../ui/list-entry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { sessionsQuery } from '../accounts-queries.ts';
import { deviceName } from './device-name.ts';
import { SettingsSection } from '../settings/settings-section.tsx';

export function SessionsSettings(): ReactElement {
  const say = useSay();
  const query = useQuery(sessionsQuery);
  const sessions = query.data;
  const ending = useEnding();
  return (
    <SettingsSection title={say('access.sessions')} lead={say('access.sessions-lead')}>
      <Pending query={query}>
        <Skeleton className="w-2/3" />
      </Pending>
      {sessions && (
        <ul className="grid max-h-96 divide-y divide-line overflow-y-auto">
          {sessions.toSorted(thisFirst).map((session) => (
            <ListEntry key={session.id} className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
              <SessionLine session={session} />
              {!session.current && (
                <Button
                  variant="quiet"
                  size="sm"
                  aria-label={say('access.session-end-name', { device: deviceName(say, session) })}
                  onClick={() => ending.mutate(session.id)}
                >
                  {say('access.session-end')}
                </Button>
              )}
            </ListEntry>
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <Button
          variant="second"
          className="justify-self-start"
          busy={ending.isPending && ending.variables === undefined}
          onClick={() => ending.mutate(undefined)}
        >
          {say('access.sessions-end')}
        </Button>
      )}
    </SettingsSection>
  );
}

function thisFirst(a: ListedSession, b: ListedSession): number {
  return Number(b.current) - Number(a.current);
}

function useEnding() {
  const say = useSay();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string | undefined) => call('endSessions', id === undefined ? {} : { id }),
    onSuccess: (_result, id) =>
      showToast({ children: say(id === undefined ? 'access.sessions-ended' : 'access.session-ended') }),
    onError: (error) => showToast({ tone: 'danger', children: errorText(say, error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

function SessionLine({ session }: { session: ListedSession }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { current, app, country, since, last_used: lastUsed } = session;
  // Say 'place unknown' rather than leave a gap, which would look like a mistake.
  const place = country ? format.country(country) : say('access.session-place-unknown');
  const facts = [...(app ? [say('access.session-app')] : []), place];
  return (
    <span className="grid min-w-0 flex-1 justify-items-start gap-0.5">
      <span className="flex max-w-full flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold wrap-anywhere">{deviceName(say, session)}</span>
        {current && <span className="text-13 font-bold text-primary-ink">{say('access.session-here')}</span>}
      </span>
      <span className="text-13 text-ink-2">{facts.join(' · ')}</span>
      <span className="flex flex-wrap gap-x-3 text-13 text-ink-3">
        <span>
          {say('access.session-since')} <LocalTime at={since} write={format.relativeDay} />
        </span>
        {!current && (
          <span>
            {say('access.session-used')} <LocalTime at={lastUsed} write={format.relativeDay} />
          </span>
        )}
      </span>
    </span>
  );
}
