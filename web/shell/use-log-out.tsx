import { useQuery } from '@tanstack/react-query';
import { type ReactElement, Suspense, useState } from 'react';

import { errorText } from '../platform/errors.ts';
import { userQuery } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { showToast } from '../ui/toast.ts';
import { countUnsent, logOut } from './log-out.ts';

const LogOutQuestion = lazyPart(async () => (await import('./log-out-question.tsx')).loadLogOutQuestion());

/**
 * Logs out, but asks first if messages are unsent, since the logout deletes them; the page renders `question`.
 * Reports a failure: a member who gives a device away must not think that they are logged out.
 */
export function useLogOut(): { leave: () => void; question: ReactElement | null } {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const [unsent, setUnsent] = useState(0);
  const leave = async (): Promise<void> => {
    const count = user ? await countUnsent(user.id) : 0;
    setUnsent(count);
    if (count > 0) return;
    await logOut().catch((error: unknown) => showToast({ tone: 'danger', children: errorText(say, error) }));
  };
  const question = unsent > 0 && (
    <Suspense fallback={null}>
      <LogOutQuestion unsent={unsent} onClose={() => setUnsent(0)} />
    </Suspense>
  );
  return { leave: () => void leave(), question: question || null };
}
