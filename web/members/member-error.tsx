import type { ReactElement } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';

import type { ErrorAnswer } from '../../contract/errors.ts';
import { errorText } from '../errors.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { ErrorPage } from '../shell/error-page.tsx';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

const ownCodes = new Set(['profile.not-found', 'profile.blocked-you', 'input.invalid', 'request.too-many']);

/** A member who is not there, or who blocked the viewer: said in the place of the profile. Anything else is an error. */
export function MemberError(): ReactElement {
  const say = useSay();
  const error = useRouteError();
  const body = isRouteErrorResponse(error) ? (error.data as Partial<ErrorAnswer> | null) : null;
  if (!body?.error || !ownCodes.has(body.error)) return <ErrorPage error={error} inside />;
  // An id that cannot be one is, for whoever typed it, a member who is not there.
  const told = body.error === 'input.invalid' ? { ...body, error: 'profile.not-found', fields: undefined } : body;
  return (
    <div className="mx-auto w-full max-w-page px-4 py-12 md:px-8">
      <title>{errorText(say, told)}</title>
      <EmptyState
        level={1}
        title={errorText(say, told)}
        action={<LinkButton to={pathTo('members')}>{say('shell.search')}</LinkButton>}
      />
    </div>
  );
}
