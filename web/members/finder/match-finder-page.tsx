import { type ReactElement, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';

import { dailyPicksMax } from '../../../contract/members/limits.ts';
import { useFormat } from '../../platform/format.ts';
import { LocalTime } from '../../platform/local-time.tsx';
import { definePage } from '../../platform/page.ts';
import { interestsQuery } from '../../platform/queries.ts';
import { RetryAlert } from '../../platform/failure-alert.tsx';
import { pathTo } from '../../platform/route-table.ts';
import { Rich, useSay } from '../../platform/sentences.tsx';
import { Title } from '../../shell/title.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Quiz } from './quiz.tsx';
import { SuggestedMembers, WaitingMembers, dailyPicksQuery } from './suggested-members.tsx';

const page = definePage('match-finder', {
  parts: ['attributes', 'finder', 'interests', 'members'],
  load: ({ ensure }) => ensure(interestsQuery),
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The match finder (specification, section 2): a few questions that end in a search, and the daily picks. */
export default function MatchFinderPage(): ReactElement {
  const say = useSay();
  return (
    <div className="mx-auto grid w-full max-w-[60rem] grid-cols-1 gap-10 px-4 pt-5 pb-12 md:px-8 md:pt-8">
      <Title>{say('finder.title')}</Title>
      <header className="grid gap-1.5">
        <h1 className="speak text-26 md:text-34">{say('finder.title')}</h1>
        <p className="text-pretty text-ink-2">{say('finder.lead')}</p>
      </header>
      <Quiz />
      <DailyPicks />
    </div>
  );
}

const lookEveryMs = 30_000;

/** The picks of the evening, loaded only in browsers: loading draws them. */
function DailyPicks(): ReactElement {
  const say = useSay();
  const { data: picks, error, refetch } = useQuery(dailyPicksQuery);
  const isOver = useIsOver(picks?.ends_at ?? null);
  const endsAt = isOver ? null : picks?.ends_at;
  return (
    <section aria-labelledby="evening" className="grid grid-cols-1 gap-5">
      <div className="grid gap-1.5">
        <h2 id="evening" className="speak text-26">
          {say('finder.picks')}
        </h2>
        {endsAt && <p className="max-w-[38em] text-pretty text-ink-2">{say('finder.picks-lead')}</p>}
      </div>
      {!picks && error !== null && <RetryAlert error={error} retry={refetch} />}
      {!picks && error === null && <WaitingMembers count={dailyPicksMax} />}
      {picks && !endsAt && <NextPicks at={picks.next_at} />}
      {picks && endsAt && (
        <>
          {picks.results.length > 0 ? <SuggestedMembers members={picks.results} /> : <NoPicks />}
          <Until end={endsAt} next={picks.next_at} />
        </>
      )}
    </section>
  );
}

/** Whether the picks ended after they were loaded. If before, this device's clock is fast: trust the server. */
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
        id="finder.picks-until"
        values={{
          end: <LocalTime at={end} write={format.time} />,
          next: <LocalTime at={next} write={format.time} />,
        }}
      />
    </p>
  );
}

function NextPicks({ at }: { at: string }): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <EmptyState
      level={3}
      title={<Rich id="finder.picks-next" values={{ time: <LocalTime at={at} write={format.time} /> }} />}
    >
      {say('finder.picks-next-text')}
    </EmptyState>
  );
}

function NoPicks(): ReactElement {
  const say = useSay();
  return (
    <EmptyState
      level={3}
      title={say('finder.picks-empty')}
      action={
        <LinkButton to={pathTo('members')} variant="second">
          {say('finder.matches-on')}
        </LinkButton>
      }
    >
      {say('finder.picks-empty-text')}
    </EmptyState>
  );
}
