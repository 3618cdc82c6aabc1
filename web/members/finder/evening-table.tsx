import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';

import { eveningSeats } from '../../../contract/members/limits.ts';
import { useFormat } from '../../platform/format.ts';
import { LocalTime } from '../../platform/local-time.tsx';
import { RetryAlert } from '../../platform/retry-alert.tsx';
import { pathTo } from '../../platform/route-table.ts';
import { Rich, useSay } from '../../platform/sentences.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SuggestedMembers, WaitingMembers } from './suggested-members.tsx';
import { eveningTableQuery } from './suggestions-queries.ts';

const lookEveryMs = 30_000;

/** Six members for one evening, then the time of the next ones. Loaded only in browsers: loading sets the table. */
export function EveningTable(): ReactElement {
  const say = useSay();
  const { data: table, error, refetch } = useQuery(eveningTableQuery);
  const isOver = useIsOver(table?.ends_at ?? null);
  const endsAt = isOver ? null : table?.ends_at;
  return (
    <section aria-labelledby="evening" className="grid grid-cols-1 gap-5">
      <div className="grid gap-1.5">
        <h2 id="evening" className="speak text-26">
          {say('finder.table')}
        </h2>
        {endsAt && <p className="max-w-[38em] text-pretty text-ink-2">{say('finder.table-lead')}</p>}
      </div>
      {!table && error !== null && <RetryAlert error={error} retry={refetch} />}
      {!table && error === null && <WaitingMembers count={eveningSeats} />}
      {table && !endsAt && <NextTable at={table.next_at} />}
      {table && endsAt && (
        <>
          {table.results.length > 0 ? <SuggestedMembers members={table.results} /> : <FreeSeats />}
          <Until end={endsAt} next={table.next_at} />
        </>
      )}
    </section>
  );
}

/** Whether a table ended after it was loaded. If it ended before, this device's clock is fast: trust the server. */
function useIsOver(endsAt: string | null): boolean {
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    if (endsAt === null || Date.parse(endsAt) <= Date.now()) return undefined;
    // Unlike a timeout, an interval also notices the end after the device slept.
    const timer = setInterval(() => {
      if (Date.parse(endsAt) <= Date.now()) setEnded(endsAt);
    }, lookEveryMs);
    return () => clearInterval(timer);
  }, [endsAt]);
  return endsAt !== null && ended === endsAt;
}

function Until({ end, next }: { end: string; next: string }): ReactElement {
  const format = useFormat();
  return (
    <p className="text-13 text-ink-3">
      <Rich
        id="finder.table-until"
        values={{
          end: <LocalTime at={end} write={format.time} />,
          next: <LocalTime at={next} write={format.time} />,
        }}
      />
    </p>
  );
}

function NextTable({ at }: { at: string }): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <EmptyState
      level={3}
      title={<Rich id="finder.table-next" values={{ time: <LocalTime at={at} write={format.time} /> }} />}
    >
      {say('finder.table-next-text')}
    </EmptyState>
  );
}

function FreeSeats(): ReactElement {
  const say = useSay();
  return (
    <EmptyState
      level={3}
      title={say('finder.table-empty')}
      action={
        <LinkButton to={pathTo('members')} variant="second">
          {say('finder.matches-on')}
        </LinkButton>
      }
    >
      {say('finder.table-empty-text')}
    </EmptyState>
  );
}
