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
import { HiddenList } from './hidden-list.tsx';
import { LeaveSettings } from './leave-settings.tsx';
import { PasswordSettings } from './password-settings.tsx';
import { PlaceSettings } from './place-settings.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SpendingSettings } from './spending-settings.tsx';

const page = definePage('settings', { parts: ['accounts'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/**
 * Settings: address, language and theme, location, spending limit, password, blocked and hidden members, the way out. What others see is on the profile page.
 */
export default function SettingsPage(): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  if (!user) return null;
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 md:pt-8">
      <Title>{say('shell.settings')}</Title>
      <h1 className="speak mb-5 text-26 md:mb-6 md:text-34">{say('shell.settings')}</h1>
      {/* Two columns on wide windows, each card whole. */}
      <div className="gap-5 *:mb-5 *:break-inside-avoid lg:columns-2">
        <SettingsSection title={say('accounts.email')}>
          <p className="font-semibold wrap-anywhere">{user.email}</p>
          {user.status === 'not_confirmed' ? (
            <Alert icon={Mail}>
              {say('accounts.email-unconfirmed')} <ResendActivation />
            </Alert>
          ) : (
            <p className="text-13 text-ink-3">{say('accounts.email-confirmed')}</p>
          )}
          <LinkButton to={pathTo('notifications')} variant="second" className="justify-self-start">
            {say('shell.mails-off.action')}
          </LinkButton>
        </SettingsSection>
        <AppearanceSettings />
        <PlaceSettings profile={user.profile} />
        <SpendingSettings />
        <PasswordSettings />
        <BlockList />
        <HiddenList />
        {user.paid_user && (
          <SettingsSection title={say('accounts.cards')} lead={say('accounts.cards-lead')}>
            <LinkButton to={pathTo('credits-repeat-order')} variant="second" className="justify-self-start">
              {say('accounts.to-cards')}
            </LinkButton>
          </SettingsSection>
        )}
        <SettingsSection title={say('shell.profile')} lead={say('accounts.to-profile-lead')}>
          <LinkButton to={pathTo('profile')} variant="second" className="justify-self-start">
            <Icon of={UserIcon} size="sm" />
            {say('accounts.to-profile')}
          </LinkButton>
        </SettingsSection>
        <LeaveSettings />
        <Button variant="quiet" className="justify-self-start" onClick={() => void logOut()}>
          <Icon of={LogOut} size="sm" />
          {say('shell.log-out')}
        </Button>
      </div>
    </div>
  );
}
