import { type ReactElement, useState } from 'react';

import {
  type DigestKind,
  type NotificationKind,
  digestRules,
} from '../../contract/notifications/notification-rules.ts';
import { errorText } from '../platform/errors.ts';
import type { User } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { showToast } from '../ui/toast.ts';
import { useSetKinds } from './use-set-kinds.ts';

/** Values for the help text of a kind with a maximum frequency: its interval in weeks and its number of reminders. */
function oftenOf(kind: NotificationKind): Record<string, number> {
  const { opens, remindersMax: times } = digestRules;
  return kind in opens ? { weeks: opens[kind as DigestKind].weeks, times } : {};
}

/** A kind of email: what it is about, whether the member gets it, and why not if they did not turn it off here. */
export function KindBox({ kind, user }: { kind: NotificationKind; user: User }): ReactElement {
  const say = useSay();
  const saving = useSetKinds();
  // The pressed state is shown until the server responds.
  const [pressed, setPressed] = useState<boolean | null>(null);
  const isOn = !user.notifications_disabled.includes(kind);
  const stopped = user.notifications_stopped.find((one) => one.kind === kind);
  const set = (on: boolean): void => {
    setPressed(on);
    saving.mutate(
      { kinds: [kind], on },
      {
        onSuccess: () => void showToast({ children: say('notifications.saved') }),
        onSettled: () => setPressed(null),
      },
    );
  };
  return (
    <li className="grid py-3.5 first:pt-0 last:pb-0">
      <Checkbox
        checked={pressed ?? isOn}
        onChange={(event) => set(event.target.checked)}
        help={
          <>
            {say(`notifications.kind.${kind}.help`, oftenOf(kind))}
            {stopped && (
              <span className="mt-1 block font-semibold text-ink-2">
                {say(`notifications.stopped.${stopped.reason}`)}
              </span>
            )}
          </>
        }
      >
        {say(`notifications.kind.${kind}`)}
      </Checkbox>
      <span role="status" className="text-13 font-semibold text-ink-2 not-empty:mt-1">
        {saving.isPaused && say('common.saved-later')}
      </span>
      {saving.error && (
        <Alert tone="danger" className="mt-2">
          {errorText(say, saving.error)}
        </Alert>
      )}
    </li>
  );
}
