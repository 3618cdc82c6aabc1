import type { ReactElement } from 'react';

import type { User } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
import { isRefused } from '../shell/refused-email.ts';
import { ResendActivation } from '../shell/resend-activation.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Mail } from '../ui/icon.tsx';
import { ChangeEmail } from './change-email.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useSuggestedEmail } from './use-suggested-email.ts';

/** The address, whether it is confirmed, and a button to change it. */
export function EmailSettings({ user }: { user: User }): ReactElement {
  const say = useSay();
  const { email, email_asked: asked, status } = user;
  const isConfirmed = status !== 'not_confirmed';
  const refused = isRefused(user);
  const meant = useSuggestedEmail(refused ? (asked ?? email) : null);
  return (
    <SettingsSection title={say('accounts.email')}>
      <p className="font-semibold wrap-anywhere">{email}</p>
      {isConfirmed && <p className="text-13 text-ink-3">{say('accounts.email-confirmed')}</p>}
      {(asked !== null || !isConfirmed || refused) && (
        <Alert icon={Mail} className="wrap-anywhere">
          {refused
            ? say('shell.confirm-refused', { email: asked ?? email })
            : asked === null
              ? say('accounts.email-unconfirmed')
              : say('access.email-asked', { email: asked })}{' '}
          {!isConfirmed && !refused && <ResendActivation />}
        </Alert>
      )}
      <ChangeEmail meant={meant}>
        {(open) => (
          <Button variant="second" className="justify-self-start" onClick={open}>
            {say('access.email-change')}
          </Button>
        )}
      </ChangeEmail>
    </SettingsSection>
  );
}
