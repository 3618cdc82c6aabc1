import { type ReactElement, Suspense } from 'react';

import { definePage } from '../page.ts';
import { chatsQuery } from '../queries.ts';
import { useSay } from '../sentences.tsx';
import { Title } from '../shell/title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { ChatsFrame } from './chats-frame.tsx';
import { ListSkeleton } from './list/chat-list.tsx';
import { SearchField } from './search/search-field.tsx';
import { useSearchText } from './search/search-text.ts';

const FoundMessages = lazyPart(async () => ({ default: (await import('./search/found-messages.tsx')).FoundMessages }));

const page = definePage('chats', {
  parts: ['chat'],
  load: async ({ ensure }) => {
    await ensure(chatsQuery);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The list of conversations; on desktop with an empty pane beside it. */
export default function ChatsPage(): ReactElement {
  const say = useSay();
  const text = useSearchText();
  const waiting = <ListSkeleton rows={5} />;
  return (
    <>
      <Title>{say('chat.title')}</Title>
      <ChatsFrame
        open={null}
        search={<SearchField />}
        found={
          text.trim() !== '' && (
            <Suspense fallback={waiting}>
              <FoundMessages text={text} waiting={waiting} />
            </Suspense>
          )
        }
      >
        <div className="grid h-full place-content-center bg-page">
          <EmptyState title={say('chat.pane-title')}>{say('chat.pane-text')}</EmptyState>
        </div>
      </ChatsFrame>
    </>
  );
}
