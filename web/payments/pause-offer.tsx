import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import { useSay } from '../sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { spendingQuery, useSetSpending } from '../use-spending.ts';

/** A calm offer to somebody who spent much on fictional profiles this week. It can be put away. */
export function PauseOffer(): ReactElement | null {
  const say = useSay();
  const { data: spending } = useQuery(spendingQuery);
  const pausing = useSetSpending();
  const [dismissed, setDismissed] = useState(false);
  if (!spending?.pause_offered || dismissed) return null;
  return (
    <Alert
      title={say('payments.pause.title')}
      dismissLabel={say('common.close')}
      onDismiss={() => setDismissed(true)}
      action={
        <Button variant="quiet" size="sm" busy={pausing.isPending} onClick={() => pausing.mutate({ take_break: true })}>
          {say('payments.pause.take')}
        </Button>
      }
    >
      {say('payments.pause.text')}
    </Alert>
  );
}
