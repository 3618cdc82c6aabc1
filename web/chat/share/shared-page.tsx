import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { definePage } from '../../platform/pages/page.ts';
import { faultText } from '../../photos/photo-rules.ts';
import { chatsQuery } from '../../cache/list-pages.ts';
import { userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { type Say, useSay } from '../../platform/sentences/sentences.tsx';
import { Title } from '../../shell/title.tsx';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../list/chat-list.tsx';
import { ShareReceivers } from './share-receivers.tsx';
import { type ShareProblem, type Shared, readShared, shareProblems } from './shared.ts';

const page = definePage('shared', {
  parts: ['installed-app', 'chat', 'photos'],
  load: async ({ ensure }) => {
    await ensure(chatsQuery);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** Asks who gets the content that another app has shared. It becomes a draft in that conversation. */
export default function SharedPage(): ReactElement {
  const say = useSay();
  const [query] = useSearchParams();
  const { data: user } = useQuery(userQuery);
  const [shared, setShared] = useState<Shared | null>();
  const [failed, setFailed] = useState(false);
  const member = user?.id;
  useEffect(() => {
    // If storage is forbidden, nothing was shared.
    if (member) void readShared(member).then(setShared, () => setShared(null));
  }, [member]);
  const problem = failed ? 'room' : shareProblems.find((known) => known === query.get('problem'));
  return (
    <div className="mx-auto grid w-full max-w-talk grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-5 pb-12 md:px-8 md:pt-8">
      <Title>{say('installed-app.share-title')}</Title>
      {shared !== null && <h1 className="speak text-26 md:text-34">{say('installed-app.share-title')}</h1>}
      {problem && <Alert tone={problem === 'several' ? 'info' : 'danger'}>{problemWords(say, problem)}</Alert>}
      {shared === undefined && <ListSkeleton rows={4} />}
      {shared && member && <ShareReceivers shared={shared} member={member} onFailed={() => setFailed(true)} />}
      {shared === null && (
        <EmptyState
          level={1}
          title={say('installed-app.share-none-title')}
          action={<LinkButton to={pathTo('chats')}>{say('shell.messages')}</LinkButton>}
        >
          {say('installed-app.share-none-text')}
        </EmptyState>
      )}
    </div>
  );
}

function problemWords(say: Say, problem: ShareProblem): string {
  if (problem === 'heic' || problem === 'type' || problem === 'too-large') return faultText(say, problem);
  return say(`installed-app.share-${problem}`);
}
