import type { ReactElement } from 'react';

import type { User } from '../queries.ts';
import { useSay } from '../sentences.tsx';
import { ResendActivation } from '../shell/resend-activation.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Mail } from '../ui/icon.tsx';
import { ChangeEmail } from './change-email.tsx';
import { SettingsSection } from './settings-section.tsx';

/** The address, whether it is confirmed, and the way to another one. */
export function EmailSettings({ user }: { user: User }): ReactElement {
  const say = useSay();
  const { email, email_asked: asked, status } = user;
  const isConfirmed = status !== 'not_confirmed';
  return (
    <SettingsSection title={say('accounts.email')}>
      <p className="font-semibold wrap-anywhere">{email}</p>
      {isConfirmed && <p className="text-13 text-ink-3">{say('accounts.email-confirmed')}</p>}
      {(asked !== null || !isConfirmed) && (
        <Alert icon={Mail} className="wrap-anywhere">
          {asked === null ? say('accounts.email-unconfirmed') : say('access.email-asked', { email: asked })}{' '}
          {!isConfirmed && <ResendActivation />}
        </Alert>
      )}
      <ChangeEmail>
        {(open) => (
          <Button variant="second" className="justify-self-start" onClick={open}>
            {say('access.email-change')}
          </Button>
        )}
      </ChangeEmail>
    </SettingsSection>
  );
}
