import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import {
  mailRules,
  notificationKinds,
  type PushKind,
  pushKinds,
  pushRules,
} from '../../contract/notifications/notification-rules.ts';
import type { PushState } from '../../contract/notifications/push.ts';
import { call } from '../platform/call.ts';
import { errorText } from '../platform/errors.ts';
import { type User, settingsQuery } from '../platform/queries.ts';
import { RetryAlert } from '../platform/retry-alert.tsx';
import { useSay } from '../platform/sentences.tsx';
import { useIsHydrated } from '../platform/hydrated.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { readAbility, turnOff, turnOn } from './push-here.ts';
import { pushQuery } from './push-query.ts';

/** Push notifications: what they are, whether this browser shows them, and their kinds. */
export function PushCard({ user }: { user: User }): ReactElement | null {
  const say = useSay();
  const id = useId();
  const hydrated = useIsHydrated();
  const { data: settings } = useQuery(settingsQuery);
  const { data, error, refetch } = useQuery({ ...pushQuery, enabled: hydrated });
  const publicKey = settings?.push_public_key;
  if (!publicKey) return null;
  const { quietFrom: from, quietUntil: until } = mailRules;
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-4">
      <div className="grid gap-2">
        <h2 id={id} className="speak text-20">
          {say('notifications.push.title')}
        </h2>
        <p className="text-ink-2">{say('notifications.push.lead')}</p>
      </div>
      {data ? (
        <>
          <Here member={user.id} publicKey={publicKey} state={data} />
          <Kinds state={data} />
        </>
      ) : error ? (
        <RetryAlert error={error} retry={refetch} />
      ) : (
        <Loading label={say('common.loading')} className="grid gap-3">
          <Skeleton className="w-2/3" />
          <Skeleton shape="block" />
        </Loading>
      )}
      <p className="text-13 text-ink-2">
        {say('notifications.push.rules', { minutes: pushRules.gapMinutes, from, until })}
      </p>
    </Card>
  );
}

/** Whether this browser shows notifications, or why not, and the button that changes it. */
function Here({ member, publicKey, state }: { member: string; publicKey: string; state: PushState }): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const [ability, setAbility] = useState(readAbility);
  const isOn = state.here && ability === 'ready';
  const changing = useMutation({
    mutationFn: () => (isOn ? turnOff(member) : turnOn(member, publicKey)),
    onSuccess: (next) => {
      setAbility(readAbility());
      if (next) queries.setQueryData(pushQuery.queryKey, next);
    },
  });
  return (
    <div className="grid gap-3">
      {ability === 'ready' ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="font-semibold">{say(isOn ? 'notifications.push.on' : 'notifications.push.off')}</p>
          <Button
            variant={isOn ? 'quiet' : 'second'}
            size="sm"
            busy={changing.isPending}
            onClick={() => changing.mutate()}
          >
            {say(isOn ? 'notifications.push.turn-off' : 'notifications.push.turn-on')}
          </Button>
        </div>
      ) : (
        <Alert>{say(`notifications.push.${ability}`)}</Alert>
      )}
      {changing.error && <Alert tone="danger">{errorText(say, changing.error)}</Alert>}
      {changing.data === null && ability === 'ready' && <Alert>{say('notifications.push.not-allowed')}</Alert>}
      {state.elsewhere > 0 && (
        <p className="text-13 text-ink-2">{say('notifications.push.elsewhere', { count: state.elsewhere })}</p>
      )}
    </div>
  );
}

/** In the order of the emails above them. */
const shownKinds = pushKinds.toSorted((a, b) => notificationKinds.indexOf(a) - notificationKinds.indexOf(b));

/** The kinds, which apply to all browsers of the member. */
function Kinds({ state }: { state: PushState }): ReactElement {
  const say = useSay();
  return (
    <fieldset className="grid border-t border-line pt-2">
      <legend className="sr-only">{say('notifications.push.kinds')}</legend>
      {shownKinds.map((kind) => (
        <Kind key={kind} kind={kind} state={state} />
      ))}
    </fieldset>
  );
}

function Kind({ kind, state }: { kind: PushKind; state: PushState }): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  // A notification leads here after its button has turned off its kind, or if it could not.
  const [query] = useSearchParams();
  const isWanted = query.get('push') === kind;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isWanted) box.current?.focus();
  }, [isWanted]);
  // The pressed state is shown until the server responds.
  const [pressed, setPressed] = useState<boolean | null>(null);
  const saving = useMutation({
    // One change after the other, each based on the result of the last.
    scope: { id: 'push-kinds' },
    mutationFn: (on: boolean) => {
      const off = queries.getQueryData(pushQuery.queryKey)?.push_disabled ?? state.push_disabled;
      const others = off.filter((one) => one !== kind);
      return call('setPushKinds', { push_disabled: on ? others : [...others, kind], push_changed: [kind] });
    },
    onSuccess: (next) => {
      queries.setQueryData(pushQuery.queryKey, next);
      showToast({ children: say('notifications.saved') });
    },
    onSettled: () => setPressed(null),
  });
  return (
    <>
      <Checkbox
        ref={box}
        className="[&>label]:min-h-11 [&>label]:items-center"
        checked={pressed ?? !state.push_disabled.includes(kind)}
        onChange={(event) => {
          setPressed(event.target.checked);
          saving.mutate(event.target.checked);
        }}
      >
        {say(`notifications.kind.${kind}`)} <VisuallyHidden>{say('notifications.push.title')}</VisuallyHidden>
      </Checkbox>
      {saving.error && <Alert tone="danger">{errorText(say, saving.error)}</Alert>}
    </>
  );
}
