import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { type Complaint, getOutcomeKey } from '../../contract/support/operations.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { LocalTime } from '../platform/sentences/local-time.tsx';
import { definePage } from '../platform/pages/page.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Line, LinkedFrame, Said, complaintQuery, readLink, useLink } from './linked-frame.tsx';
import { contestPath } from './state-path.ts';

const page = definePage('complaint-state', {
  parts: ['support'],
  load: async ({ url, ensure }) => {
    await ensure(complaintQuery(...readLink(url.searchParams)));
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The state of a complaint or a report, for anyone who has the link of its receipt. */
export default function StatePage(): ReactElement {
  const say = useSay();
  const asked = useQuery({ ...complaintQuery(...useLink()), retry: false });
  return (
    <LinkedFrame
      title={say(asked.data?.kind === 'report' ? 'support.state.report' : 'support.state')}
      asked={asked}
      gone={
        <EmptyState
          title={say('support.gone')}
          action={
            <LinkButton to={pathTo('complaints')} variant="quiet">
              {say('support.title')}
            </LinkButton>
          }
        >
          {say('support.gone.text')}
        </EmptyState>
      }
    >
      {(data) => <State of={data} />}
    </LinkedFrame>
  );
}

function State({ of }: { of: Complaint }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { outcome, closed_at: closedAt } = of;
  return (
    <>
      {outcome === null || closedAt === null ? (
        <Alert tone="info" title={say('support.open')}>
          {say('support.open.text')}
        </Alert>
      ) : (
        <Alert
          tone={outcome === 'no-breach' || outcome === 'unchanged' ? 'info' : 'success'}
          title={<LocalTime at={closedAt} write={(at) => say('support.closed-on', { date: format.dateTime(at) })} />}
        >
          {say(`support.outcome.${getOutcomeKey(outcome, of.reverted)}`)}
        </Alert>
      )}
      {outcome !== null && outcome !== 'solved' && (
        <>
          <p className="text-15 text-ink-2">{`${say('support.by-people')} ${say('support.redress')}`}</p>
          <LinkButton to={contestPath(of.number)} variant="quiet" className="justify-self-start">
            {say('support.contest')}
          </LinkButton>
        </>
      )}
      <Card className="md:p-7">
        <dl className="grid gap-2 text-15">
          <Line label={say('support.number')}>{of.number}</Line>
          <Line label={say('support.about')}>{say(`support.kind.${of.kind}`)}</Line>
          <Line label={say('support.received-at')}>
            <LocalTime at={of.received_at} write={(at) => format.dateTime(at)} />
          </Line>
          {of.files > 0 && <Line label={say('support.files')}>{say('support.files.count', { count: of.files })}</Line>}
        </dl>
      </Card>
      {of.answers.map(({ text, at }) => (
        <Said key={at} title={say('support.answer')} at={at} text={text} />
      ))}
      {of.text !== '' && <Said title={say('support.yours')} at={of.received_at} text={of.text} />}
    </>
  );
}
