import type { ReactElement } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';

import type { ErrorAnswer } from '../../contract/errors.ts';
import { errorText } from '../errors.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ChatsFrame } from './chats-frame.tsx';

const ownCodes = new Set(['chat.not-found', 'profile.not-found', 'profile.blocked-you']);

/** A conversation that is not there, or with a member who blocked the viewer: said beside the list. Anything else is an error. */
export function ChatError(): ReactElement {
  const say = useSay();
  const error = useRouteError();
  const body = isRouteErrorResponse(error) ? (error.data as Partial<ErrorAnswer> | null) : null;
  if (!body?.error || !ownCodes.has(body.error)) return <ErrorPage error={error} inside />;
  return (
    <ChatsFrame open="">
      <title>{errorText(say, body)}</title>
      <div className="grid h-full place-content-center bg-page">
        <EmptyState
          level={1}
          title={errorText(say, body)}
          action={<LinkButton to={pathTo('chats')}>{say('chat.bar-back-action')}</LinkButton>}
        />
      </div>
    </ChatsFrame>
  );
}
