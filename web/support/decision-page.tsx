import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { type Measure, getAftermathKey, putSaid } from '../../contract/support/operations.ts';
import { useFormat } from '../platform/format.ts';
import { LocalTime } from '../platform/local-time.tsx';
import { definePage } from '../platform/page.ts';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Line, Said } from './lines.tsx';
import { LinkedFrame, readLink, useLink } from './linked-frame.tsx';
import { contestPath } from './state-path.ts';
import { measureQuery } from './support-queries.ts';

const page = definePage('decision', {
  parts: ['support'],
  load: async ({ url, ensure }) => {
    await ensure(measureQuery(...readLink(url.searchParams)));
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** A measure against a member and its reasons, for anyone with the link of the email: a banned member cannot log in. */
export default function DecisionPage(): ReactElement {
  const say = useSay();
  const asked = useQuery({ ...measureQuery(...useLink()), retry: false });
  return (
    <LinkedFrame
      title={say('support.closed.title')}
      asked={asked}
      gone={<EmptyState title={say('support.statement.gone')}>{say('support.statement.gone.text')}</EmptyState>}
    >
      {(data) => <Reasons of={data} />}
    </LinkedFrame>
  );
}

function Reasons({ of }: { of: Measure }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { ends_at: endsAt, ended_at: endedAt, lifted_at: liftedAt } = of;
  const over = liftedAt ?? endedAt;
  const overSaid = liftedAt === null ? 'support.statement.ended' : 'support.statement.lifted';
  return (
    <>
      <Alert tone="info">
        {say(`support.measure.${of.kind}`)}{' '}
        {of.about_at !== null && (
          <LocalTime at={of.about_at} write={(at) => say(putSaid(of), { date: format.dateTime(at) })} />
        )}
      </Alert>
      {over !== null && (
        <Alert
          tone="success"
          title={<LocalTime at={over} write={(at) => say(overSaid, { date: format.dateTime(at) })} />}
        >
          {say(getAftermathKey(of))}
        </Alert>
      )}
      <Card className="md:p-7">
        <dl className="grid gap-2 text-15">
          <Line label={say('support.number')}>{of.number}</Line>
          <Line label={say('support.decided-at')}>
            <LocalTime at={of.decided_at} write={(at) => format.dateTime(at)} />
          </Line>
        </dl>
      </Card>
      {of.facts !== '' && <Said title={say('support.statement.facts')} at={of.decided_at} text={of.facts} />}
      <div className="grid gap-2 text-15 text-ink-2">
        <p className="wrap-anywhere">{say(`support.ground.${of.ground}`, { law: of.law })}</p>
        <p>{say(`support.source.${of.source}`)}</p>
        <p>{say('support.by-people')}</p>
        {liftedAt === null && (
          <>
            {endsAt === null && <p>{say('support.statement.until')}</p>}
            {endsAt !== null && endedAt === null && (
              <p>
                <LocalTime at={endsAt} write={(at) => say('support.statement.ends', { date: format.dateTime(at) })} />
              </p>
            )}
            <p>{say('support.redress')}</p>
          </>
        )}
      </div>
      {liftedAt === null && (
        <LinkButton to={contestPath(of.number)} variant="quiet" className="justify-self-start">
          {say('support.contest')}
        </LinkButton>
      )}
    </>
  );
}
