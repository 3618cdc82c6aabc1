import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { definePage } from '../page.ts';
import { userQuery } from '../queries.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { logOut } from '../shell/log-out.ts';
import { ResendActivation } from '../shell/resend-activation.tsx';
import { Title } from '../shell/title.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Icon, LogOut, Mail, User as UserIcon } from '../ui/icon.tsx';
import { BlockList } from './block-list.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { PasswordSettings } from './password-settings.tsx';
import { PlaceSettings } from './place-settings.tsx';
import { SettingsSection } from './settings-section.tsx';

const page = definePage('settings', { parts: ['accounts'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/**
 * Settings: address, language and theme, location, password, blocked members. What others see is on the profile page.
 */
export default function SettingsPage(): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  if (!user) return null;
  return (
    <div className="mx-auto grid w-full max-w-page gap-5 px-4 py-6 md:px-8 md:py-10 lg:*:max-w-[680px]">
      <Title>{say('shell.settings')}</Title>
      <h1 className="speak text-26 md:text-34">{say('shell.settings')}</h1>
      <SettingsSection title={say('accounts.email')}>
        <p className="font-semibold break-words">{user.email}</p>
        {user.status === 'not_confirmed' ? (
          <Alert icon={Mail}>
            {say('accounts.email-unconfirmed')} <ResendActivation />
          </Alert>
        ) : (
          <p className="text-13 text-ink-3">{say('accounts.email-confirmed')}</p>
        )}
      </SettingsSection>
      <AppearanceSettings />
      <PlaceSettings profile={user.profile} />
      <PasswordSettings />
      <BlockList />
      <SettingsSection title={say('shell.profile')} lead={say('accounts.to-profile-lead')}>
        <LinkButton to={pathTo('profile')} variant="second" className="justify-self-start">
          <Icon of={UserIcon} size="sm" />
          {say('accounts.to-profile')}
        </LinkButton>
      </SettingsSection>
      <Button variant="quiet" className="justify-self-start" onClick={() => void logOut()}>
        <Icon of={LogOut} size="sm" />
        {say('shell.log-out')}
      </Button>
    </div>
  );
}
