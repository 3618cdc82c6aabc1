import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import type { Input } from '../../contract/index.ts';
import { newsItems } from '../../contract/notifications/news-items.data.ts';
import {
  type DigestKind,
  type NotificationKind,
  type PushKind,
  digestRules,
  mailRules,
  notificationKinds,
  pushKinds,
  pushRules,
} from '../../contract/notifications/notification-rules.ts';
import type { PushState } from '../../contract/notifications/push.ts';
import { ChangeEmail } from '../accounts/address/change-email.tsx';
import { useSuggestedEmail } from '../accounts/address/suggest-email.ts';
import { call } from '../platform/calls/call.ts';
import { errorText } from '../platform/calls/errors.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { useIsHydrated } from '../platform/pages/hydrated.ts';
import { definePage } from '../platform/pages/page.ts';
import { type User, settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { Pending } from '../platform/failure-alert.tsx';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { isRefused } from '../accounts/alerts/account-alerts.ts';
import { ResendActivation } from '../accounts/address/resend-activation.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Mail } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { showToast } from '../ui/toast.ts';
import { pushQuery, readAbility, turnOff, turnOn } from './push-here.ts';

const page = definePage('notifications', { parts: ['notifications'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** Settings of mails and notifications: what each is about and how often it comes (specification, sections 2 to 4). */
export default function NotificationsPage(): ReactElement | null {
  const say = useSay();
  const listId = useId();
  const { data: user } = useQuery(userQuery);
  if (!user) return null;
  const { gapHours: hours, quietFrom: from, quietUntil: until } = mailRules;
  return (
    <div className="mx-auto grid w-full max-w-talk gap-5 px-4 pt-5 pb-12 md:px-8 md:pt-8">
      <PageHead title={say('notifications.title')} back={pathTo('settings')} intro={say('notifications.lead')} />
      {user.status === 'not_confirmed' && (user.email_asked !== null || !user.address_failed) && (
        <Alert icon={Mail}>
          {say('notifications.unconfirmed')} {!isRefused(user) && <ResendActivation />}
        </Alert>
      )}
      <Bounced user={user} />
      <Card as="section" aria-labelledby={listId} className="grid gap-4">
        <h2 id={listId} className="speak text-20">
          {say('notifications.kinds')}
        </h2>
        <ul className="divide-y divide-line">
          {notificationKinds.map((kind) => (
            <KindBox key={kind} kind={kind} user={user} />
          ))}
        </ul>
      </Card>
      <PushCard user={user} />
      <NewsList />
      <div className="grid gap-2 text-13 text-ink-2">
        <p>{say('notifications.rules', { hours, from, until })}</p>
        <p>{say('notifications.account')}</p>
      </div>
    </div>
  );
}

/** Shown if the address failed: suggests a corrected one, or lets the member trust the address again. */
function Bounced({ user }: { user: User }): ReactElement | null {
  const say = useSay();
  const saving = useUpdateUser<void>(() => ({ address_failed: false }));
  const meant = useSuggestedEmail(user.address_failed ? user.email : null);
  if (!user.address_failed) return null;
  return (
    <Alert icon={Mail}>
      <div className="grid gap-3 py-1">
        <p className="wrap-anywhere">{say('notifications.bounced', { email: user.email })}</p>
        {meant !== undefined && (
          <p className="font-semibold wrap-anywhere">{say('notifications.did-you-mean', { email: meant })}</p>
        )}
        {saving.error && <p className="font-semibold">{errorText(say, saving.error)}</p>}
        <div className="flex flex-wrap gap-3">
          <ChangeEmail meant={meant}>
            {(open) => (
              <Button variant="second" size="sm" onClick={open}>
                {say('notifications.to-address')}
              </Button>
            )}
          </ChangeEmail>
          <Button variant="quiet" size="sm" busy={saving.isPending} onClick={() => saving.mutate()}>
            {say('notifications.try-again')}
          </Button>
        </div>
      </div>
    </Alert>
  );
}

/**
 * Returns the values for the help text of a kind with a maximum frequency: its interval in weeks and its number of
 * reminders.
 */
function getFrequency(kind: NotificationKind): Record<string, number> {
  const { opens, remindersMax: times } = digestRules;
  return kind in opens ? { weeks: opens[kind as DigestKind].weeks, times } : {};
}

/** A kind of mail: what it is about, whether the member gets it, and why not if they did not turn it off here. */
function KindBox({ kind, user }: { kind: NotificationKind; user: User }): ReactElement {
  const say = useSay();
  // Other kinds stay: they may have been changed elsewhere.
  const saving = useUpdateUser((on: boolean, known) => {
    const others = known?.notifications_disabled.filter((one) => one !== kind) ?? [];
    return { notifications_disabled: on ? others : [...others, kind], notifications_changed: [kind] };
  });
  // The pressed state is shown until the server responds.
  const [pressed, setPressed] = useState<boolean | null>(null);
  const isOn = !user.notifications_disabled.includes(kind);
  const stopped = user.notifications_stopped.find((one) => one.kind === kind);
  const set = (on: boolean): void => {
    setPressed(on);
    saving.mutate(on, {
      onSuccess: () => void showToast({ children: say('notifications.saved') }),
      onSettled: () => setPressed(null),
    });
  };
  return (
    <li className="grid py-3.5 first:pt-0 last:pb-0">
      <Checkbox
        checked={pressed ?? isOn}
        onChange={(event) => set(event.target.checked)}
        help={
          <>
            {say(`notifications.kind.${kind}.help`, getFrequency(kind))}
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

const newestFirst = newsItems.toReversed();

function NewsList(): ReactElement {
  const say = useSay();
  const format = useFormat();
  const titleId = useId();
  return (
    <Card as="section" aria-labelledby={titleId} className="grid gap-4">
      <h2 id={titleId} className="speak text-20">
        {say('notifications.news.title')}
      </h2>
      <ul className="divide-y divide-line">
        {newestFirst.map(({ id, publishedOn, path }) => (
          <li key={id} className="grid justify-items-start gap-0.5 py-3.5 first:pt-0 last:pb-0">
            <Link to={path} className="reach font-semibold hover:underline">
              {say(`notifications.news.${id}`)}
            </Link>
            <time dateTime={publishedOn} className="text-13 text-ink-2">
              {format.day(publishedOn)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Changes the user, one change after the other. */
function useUpdateUser<Change>(toInput: (change: Change, user: User | null | undefined) => Input<'updateUser'>) {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: 'notifications' },
    mutationFn: (change: Change) => call('updateUser', toInput(change, queries.getQueryData(userQuery.queryKey))),
    onSuccess: ({ user }) => queries.setQueryData(userQuery.queryKey, user),
  });
}

/** Push notifications: what they are, whether this browser shows them, and their kinds. */
function PushCard({ user }: { user: User }): ReactElement | null {
  const say = useSay();
  const id = useId();
  const hydrated = useIsHydrated();
  const { data: settings } = useQuery(settingsQuery);
  const query = useQuery({ ...pushQuery, enabled: hydrated });
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
      <Pending query={query}>
        <Skeleton className="mb-3 w-2/3" />
        <Skeleton shape="block" />
      </Pending>
      {query.data && (
        <>
          <Here member={user.id} publicKey={publicKey} state={query.data} />
          <Kinds state={query.data} />
        </>
      )}
      <p className="text-13 text-ink-2">
        {say('notifications.push.rules', { minutes: pushRules.gapMinutes, from, until })}
      </p>
    </Card>
  );
}

/** Whether this browser shows notifications, or why not, and the button that changes it. */
function Here({ member, publicKey, state }: { member: MemberId; publicKey: string; state: PushState }): ReactElement {
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

/** The kinds of push, in the order of the kinds of mail above them. */
const shownKinds = pushKinds.toSorted((a, b) => notificationKinds.indexOf(a) - notificationKinds.indexOf(b));

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
  useLayoutEffect(() => {
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
  });
  return (
    <>
      <Checkbox
        ref={box}
        className="[&>label]:min-h-11 [&>label]:items-center"
        checked={pressed ?? !state.push_disabled.includes(kind)}
        onChange={(event) => {
          setPressed(event.target.checked);
          // Only after the last of several presses.
          saving.mutate(event.target.checked, { onSettled: () => setPressed(null) });
        }}
      >
        {say(`notifications.kind.${kind}`)} <span className="sr-only">{say('notifications.push.title')}</span>
      </Checkbox>
      {saving.error && <Alert tone="danger">{errorText(say, saving.error)}</Alert>}
    </>
  );
}
