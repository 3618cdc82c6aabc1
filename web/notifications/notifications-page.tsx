import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId } from 'react';

import { mailRules, notificationKinds } from '../../contract/notifications/notification-rules.ts';
import { ChangeEmail } from '../accounts/change-email.tsx';
import { useSuggestedEmail } from '../accounts/use-suggested-email.ts';
import { errorText } from '../platform/errors.ts';
import { definePage } from '../platform/page.ts';
import { type User, userQuery } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
import { isRefused } from '../shell/refused-email.ts';
import { ResendActivation } from '../shell/resend-activation.tsx';
import { Title } from '../shell/title.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Mail } from '../ui/icon.tsx';
import { KindBox } from './kind-box.tsx';
import { NewsList } from './news-list.tsx';
import { PushCard } from './push-card.tsx';
import { useTrustAddress } from './use-set-kinds.ts';

const page = definePage('notifications', { parts: ['notifications'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** Settings of emails and notifications: what each is about and how often it comes (specification, sections 2 to 4). */
export default function NotificationsPage(): ReactElement | null {
  const say = useSay();
  const listId = useId();
  const { data: user } = useQuery(userQuery);
  if (!user) return null;
  const { gapHours: hours, quietFrom: from, quietUntil: until } = mailRules;
  return (
    <div className="mx-auto grid w-full max-w-talk gap-5 px-4 pt-5 pb-12 md:px-8 md:pt-8">
      <Title>{say('notifications.title')}</Title>
      <div className="grid gap-2">
        <h1 className="speak text-26 md:text-34">{say('notifications.title')}</h1>
        <p className="text-ink-2">{say('notifications.lead')}</p>
      </div>
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
  const saving = useTrustAddress();
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
