import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import { errorText } from '../../platform/calls/errors.ts';
import { userQuery } from '../../platform/calls/queries.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { latePart } from '../../ui/lazy-part.ts';
import { showToast } from '../../ui/toast.ts';
import { countUnsent, logOut } from './log-out.ts';

const LogOutQuestion = latePart(async () => (await import('./log-out-question.tsx')).loadLogOutQuestion());

/** Asks first if messages are unsent. Reports a failure, because a member may be giving the device away. */
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
  const question = unsent > 0 && <LogOutQuestion unsent={unsent} onClose={() => setUnsent(0)} />;
  return { leave: () => void leave(), question: question || null };
}
