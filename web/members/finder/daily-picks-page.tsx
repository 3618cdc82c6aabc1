import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';

import { dailyPicksMax, eveningHours } from '../../../contract/members/limits.ts';
import type { Suggestion } from '../../../contract/members/operations.ts';
import { RetryAlert } from '../../platform/failure-alert.tsx';
import { useFormat } from '../../platform/sentences/format.ts';
import { LocalTime } from '../../platform/sentences/local-time.tsx';
import { definePage } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { Rich, useSay } from '../../platform/sentences/sentences.tsx';
import { Title } from '../../shell/title.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import { SearchTabs } from '../search-tabs.tsx';
import roundTable from './round-table.svg?raw';
import { SuggestedMembers, WaitingMembers, dailyPicksQuery } from './suggested-members.tsx';

const page = definePage('daily-picks', { parts: ['attributes', 'match-finder', 'interests', 'members'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The picks of the evening as the guests of a table. They are loaded only in browsers: loading draws them. */
export default function DailyPicksPage(): ReactElement {
  const say = useSay();
  const { data: picks, error, refetch } = useQuery(dailyPicksQuery);
  const isEvening = useSyncExternalStore(neverChanges, isEveningHere, () => false);
  const isOver = useIsOver(picks?.ends_at ?? null);
  const guests = picks?.ends_at && !isOver ? picks.results : null;
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-1 gap-6 px-4 pt-2.5 pb-12 md:px-8 md:pt-7">
      <Title>{say('match-finder.picks')}</Title>
      <SearchTabs className="w-full lg:w-96" />
      <section aria-labelledby="evening" className="mx-auto grid w-full max-w-[56rem] grid-cols-1 gap-6">
        <header className="night grid items-center gap-x-8 gap-y-3 overflow-hidden rounded-card bg-page p-5 text-ink md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] md:p-8">
          <div className="grid gap-2 max-md:text-center">
            <h1 id="evening" className="speak text-26 md:text-34">
              {say('match-finder.picks')}
            </h1>
            {picks && <Evening end={guests && picks.ends_at} next={picks.next_at} isEmpty={guests?.length === 0} />}
          </div>
          <Table guests={guests ?? []} isSet={guests !== null} />
        </header>
        {!picks &&
          (error ? (
            <RetryAlert error={error} retry={refetch} />
          ) : (
            isEvening && <WaitingMembers count={dailyPicksMax} />
          ))}
        {guests && guests.length > 0 && <SuggestedMembers members={guests} />}
      </section>
    </div>
  );
}

const neverChanges = (): (() => void) => () => undefined;

/** True in the evening by this device's clock: before it, empty seats would promise guests. */
const isEveningHere = (): boolean => new Date().getHours() >= 24 - eveningHours;

const lookEveryMs = 30_000;

/**
 * True if the picks ended after they were loaded. If they ended before, this device's clock is fast: the server is
 * right.
 */
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

/** Says who sits at the table and until when, or when the next one is set. */
function Evening({ end, next, isEmpty }: { end: string | null; next: string; isEmpty: boolean }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const nextTime = <LocalTime at={next} write={format.time} />;
  if (end === null)
    return (
      <>
        <h2 className="speak text-20 text-secondary-ink">
          <Rich id="match-finder.picks-next" values={{ time: nextTime }} />
        </h2>
        <p className="text-pretty text-ink-2">{say('match-finder.picks-next-text')}</p>
      </>
    );
  return (
    <>
      {isEmpty && <h2 className="speak text-20">{say('match-finder.picks-empty')}</h2>}
      <p className="text-pretty text-ink-2">
        {say(isEmpty ? 'match-finder.picks-empty-text' : 'match-finder.picks-lead')}
      </p>
      <p className="text-13 text-ink-3">
        <Rich
          id="match-finder.picks-until"
          values={{ end: <LocalTime at={end} write={format.time} />, next: nextTime }}
        />
      </p>
      {isEmpty && (
        <LinkButton to={pathTo('members')} variant="second" className="justify-self-start max-md:justify-self-center">
          {say('match-finder.matches-on')}
        </LinkButton>
      )}
    </>
  );
}

/** The middles of the plates in the drawing, clockwise from the seat at the upper left. */
const plates = [
  [156, 146],
  [360, 96],
  [564, 146],
  [564, 246],
  [360, 296],
  [156, 246],
] as const;

/** The table with a plate for each guest, marked by the initial; its candle burns while the table is set. */
function Table({ guests, isSet }: { guests: readonly Suggestion[]; isSet: boolean }): ReactElement {
  return (
    <Drawing of={roundTable} data-lit={isSet || undefined} className="group mx-auto w-full max-w-[28rem]">
      {plates.map(([x, y], place) => (
        <text
          key={`${x}-${y}`}
          x={x}
          y={y + 12}
          textAnchor="middle"
          className="fill-on-secondary font-speak text-[38px]"
        >
          {[...(guests[place]?.name ?? '')][0]}
        </text>
      ))}
    </Drawing>
  );
}
