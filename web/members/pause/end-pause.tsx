import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { PausePeriod } from '../../../contract/members/pause-periods.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';
import { call } from '../../platform/calls/call.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';

/** Pauses the member's profile for a period, or ends the pause (null). `done` is said after. */
export function usePause(done: SentenceId): UseMutationResult<unknown, Error, PausePeriod | null> {
  const say = useSay();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (period: PausePeriod | null) => (period ? call('startPause', { period }) : call('endPause')),
    onSuccess: ({ profile }) => {
      applyToCaches(queries, { type: 'own-profile', profile });
      // Open conversations know again whether the member can write.
      applyToCaches(queries, { type: 'send-refused' });
      showToast({ id: 'pause', children: say(done) });
    },
    onError: (error) => void showToast({ id: 'pause', tone: 'danger', children: errorText(say, error) }),
    // A pause and its end run in the order in which they were pressed.
    scope: { id: 'own-profile' },
  });
}

export function EndPause({ inText = false }: { inText?: boolean }): ReactElement {
  const say = useSay();
  const pause = usePause('shell.paused-over');
  const end = (): void => pause.mutate(null);
  if (inText)
    return (
      <button
        type="button"
        aria-disabled={pause.isPending || undefined}
        onClick={() => pause.isPending || end()}
        className="reach rounded-small py-0.5 font-bold whitespace-nowrap text-primary-ink underline underline-offset-3"
      >
        {say('shell.paused-action')}
      </button>
    );
  return (
    <Button variant="quiet" size="sm" busy={pause.isPending} onClick={end}>
      {say('shell.paused-action')}
    </Button>
  );
}
