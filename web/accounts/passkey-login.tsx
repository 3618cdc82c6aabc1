import { useMutation } from '@tanstack/react-query';
import { type ReactElement, useEffect, useEffectEvent } from 'react';

import { passkeyMinutes } from '../../contract/limits.ts';
import { errorText } from '../errors.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { useIsHydrated } from '../shell/hydrated.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Icon, KeyRound } from '../ui/icon.tsx';
import { hasPasskeys, offersPasskeys } from './passkey-ability.ts';

// Only who has a passkey needs it.
const loadPasskeys = () => import('./passkey-here.ts');

/** What was asked works for some minutes; it is asked anew before. */
const offerEveryMs = (passkeyMinutes - 1) * 60_000;

/** Logs in without a password: by a button, and by what the browser offers where names are typed. */
export function PasskeyLogin({ next }: { next: string }): ReactElement | null {
  const say = useSay();
  const isHydrated = useIsHydrated();
  const enter = async (how: 'asked' | 'offered'): Promise<boolean> => {
    const isIn = await (await loadPasskeys()).enterByPasskey(how);
    // From the server, as after a password: nothing of a visitor stays.
    if (isIn) location.assign(next || pathTo('members'));
    return isIn;
  };
  const offered = useMutation({ mutationFn: () => enter('offered') });
  const asked = useMutation({
    mutationFn: () => enter('asked'),
    onSettled: (isIn) => void (isIn || offered.mutate()),
  });
  const offer = useEffectEvent(async () => {
    if (!asked.isPending && document.visibilityState === 'visible' && (await offersPasskeys())) offered.mutate();
  });
  useEffect(() => {
    void offer();
    const timer = setInterval(() => void offer(), offerEveryMs);
    return () => {
      clearInterval(timer);
      void loadPasskeys().then(({ stopAsking }) => stopAsking());
    };
  }, []);
  if (isHydrated && !hasPasskeys()) return null;
  const error = asked.error ?? offered.error;
  return (
    <div className="grid gap-4 unscripted:hidden">
      {error && <Alert tone="danger">{errorText(say, error)}</Alert>}
      <Button variant="second" wide busy={asked.isPending || asked.data === true} onClick={() => asked.mutate()}>
        <Icon of={KeyRound} size="sm" />
        {say('accounts.log-in-passkey')}
      </Button>
    </div>
  );
}
