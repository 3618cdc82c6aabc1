import { type ReactElement, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';

import type { Language } from '../../contract/platform/languages.ts';
import { loadSentences } from '../platform/sentences.tsx';
import { sendSignupEvent, useSignupFlow } from './signup-flow.ts';
import { lazyPart } from '../ui/lazy-part.ts';

const SignupDialog = lazyPart(async () => {
  const [{ SignupDialog: dialog }] = await Promise.all([
    import('./signup-dialog.tsx'),
    loadSentences(document.documentElement.lang as Language, ['accounts']),
  ]);
  return { default: dialog };
});

/** The sign-up dialog of the default and the empty layout. Its code is loaded when it opens. */
export function SignupModal(): ReactElement | null {
  const { state } = useSignupFlow();
  const { pathname } = useLocation();
  // Navigation closes the dialog.
  useEffect(() => () => sendSignupEvent('signupClosed'), [pathname]);
  if (state === 'closed') return null;
  return (
    <Suspense fallback={null}>
      <SignupDialog />
    </Suspense>
  );
}
