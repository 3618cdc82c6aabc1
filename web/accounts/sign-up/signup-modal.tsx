import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { useLocation } from 'react-router';

import { userQuery } from '../../platform/calls/queries.ts';
import { loadMoreSentences } from '../../platform/sentences/sentences.tsx';
import { sendSignupEvent, useSignupFlow } from '../../shell/signup-flow.ts';
import { latePart } from '../../ui/lazy-part.ts';
import { useLoadAhead } from '../../ui/load-ahead.ts';

const SignupDialog = latePart(async () => {
  const [{ SignupDialog: dialog }] = await Promise.all([import('./signup-dialog.tsx'), loadMoreSentences('accounts')]);
  return { default: dialog };
});

export function SignupModal(): ReactElement | null {
  const { state } = useSignupFlow();
  const { pathname } = useLocation();
  const { data: user } = useQuery(userQuery);
  useLoadAhead(...(user === null ? [SignupDialog] : []));
  useEffect(() => () => sendSignupEvent('signupClosed'), [pathname]);
  return state === 'closed' ? null : <SignupDialog />;
}
