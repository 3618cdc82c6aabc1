import { useQuery } from '@tanstack/react-query';
import { type ReactElement, Suspense, useState } from 'react';

import { userQuery } from '../queries.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { countUnsent, logOut } from './log-out.ts';

const LogOutQuestion = lazyPart(async () => (await import('./log-out-question.tsx')).loadLogOutQuestion());

/** Logs out, but asks first while messages are not sent: the logout deletes them. `question` stands on the page. */
export function useLogOut(): { leave: () => void; question: ReactElement | null } {
  const { data: user } = useQuery(userQuery);
  const [unsent, setUnsent] = useState(0);
  const leave = async (): Promise<void> => {
    const count = user ? await countUnsent(user.id) : 0;
    setUnsent(count);
    if (count === 0) await logOut();
  };
  const question = unsent > 0 && (
    <Suspense fallback={null}>
      <LogOutQuestion unsent={unsent} onClose={() => setUnsent(0)} />
    </Suspense>
  );
  return { leave: () => void leave(), question: question || null };
}
