import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { type ModerationAction, getAftermathKey, getRemovedContentKey } from '../../contract/support/operations.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { LocalTime } from '../platform/sentences/local-time.tsx';
import { definePage } from '../platform/pages/page.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Line, LinkedFrame, Said, moderationActionQuery, readLink, useLink } from './linked-frame.tsx';
import { contestPath } from './state-path.ts';

const page = definePage('decision', {
  parts: ['support'],
  load: async ({ url, ensure }) => {
    await ensure(moderationActionQuery(...readLink(url.searchParams)));
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The page of a decision, for anyone with the link of the mail: a banned member cannot log in. */
export default function DecisionPage(): ReactElement {
  const say = useSay();
  const asked = useQuery({ ...moderationActionQuery(...useLink()), retry: false });
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

function Reasons({ of }: { of: ModerationAction }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { ends_at: endsAt, ended_at: endedAt, reverted_at: revertedAt } = of;
  const over = revertedAt ?? endedAt;
  const overSaid = revertedAt === null ? 'support.statement.ended' : 'support.statement.reverted';
  return (
    <>
      <Alert tone="info">
        {say(`support.action.${of.kind}`)}{' '}
        {of.about_at !== null && (
          <LocalTime at={of.about_at} write={(at) => say(getRemovedContentKey(of), { date: format.dateTime(at) })} />
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
        <p className="wrap-anywhere">{say(`support.reason.${of.reason}`, { law: of.law })}</p>
        <p>{say(`support.source.${of.source}`)}</p>
        <p>{say('support.by-people')}</p>
        {revertedAt === null && (
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
      {revertedAt === null && (
        <LinkButton to={contestPath(of.number)} variant="quiet" className="justify-self-start">
          {say('support.contest')}
        </LinkButton>
      )}
    </>
  );
}
