import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';

import { definePage } from '../platform/page.ts';
import { type User, userQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { Title } from '../shell/title.tsx';
import { useLogOut } from '../shell/use-log-out.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Icon, LogOut, User as UserIcon } from '../ui/icon.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { AppearanceSettings } from './appearance-settings.tsx';
import { BlockList } from './block-list.tsx';
import { EmailSettings } from './email-settings.tsx';
import { HiddenList } from './hidden-list.tsx';
import { InvisibleSettings } from './invisible-settings.tsx';
import { LaterPart } from './later-part.tsx';
import { LeaveSettings } from './leave-settings.tsx';
import { NoticeSettings } from './notice-settings.tsx';
import { PasswordSettings } from './password-settings.tsx';
import { type SettingsGroupId, settingsGroups } from './settings-groups.ts';
import { SettingsList } from './settings-list.tsx';
import { SettingsGroup, SettingsSection } from './settings-section.tsx';

const ConsentsSettings = lazyPart(async () => (await import('./consents-settings.tsx')).loadConsentsSettings());
const PlaceSettings = lazyPart(async () => ({ default: (await import('./place-settings.tsx')).PlaceSettings }));
const ExportSettings = lazyPart(async () => ({ default: (await import('./export-settings.tsx')).ExportSettings }));
const SessionsSettings = lazyPart(async () => ({
  default: (await import('./sessions-settings.tsx')).SessionsSettings,
}));
const PasskeysSettings = lazyPart(async () => ({
  default: (await import('./passkeys-settings.tsx')).PasskeysSettings,
}));
const SpendingSettings = lazyPart(async () => ({
  default: (await import('./spending-settings.tsx')).SpendingSettings,
}));

const page = definePage('settings', { parts: ['accounts', 'access'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** All settings of a member, in groups. The data that others see is on the profile page. */
export default function SettingsPage(): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  if (!user) return null;
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 md:pt-8">
      <Title>{say('shell.settings')}</Title>
      <h1 className="speak mb-5 text-26 md:mb-6 md:text-34">{say('shell.settings')}</h1>
      <div className="lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-8">
        <SettingsList />
        <div className="grid max-w-talk gap-8">
          {settingsGroups.map(({ id, title }) => {
            const Parts = parts[id];
            return (
              <SettingsGroup key={id} id={id} title={say(title)}>
                <Parts user={user} />
              </SettingsGroup>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const parts: Record<SettingsGroupId, (props: { user: User }) => ReactElement> = {
  login: ({ user }) => (
    <>
      <EmailSettings user={user} />
      <PasswordSettings />
      <LaterPart id="passkeys">
        <PasskeysSettings />
      </LaterPart>
      <LaterPart id="sessions">
        <SessionsSettings />
      </LaterPart>
    </>
  ),
  privacy: ({ user }) => (
    <>
      <InvisibleSettings profile={user.profile} />
      <LaterPart id="place">
        <PlaceSettings profile={user.profile} />
      </LaterPart>
      <ProfileLink />
    </>
  ),
  look: () => <AppearanceSettings />,
  notices: ({ user }) => <NoticeSettings user={user} />,
  money: ({ user }) => (
    <>
      <LaterPart id="spending">
        <SpendingSettings />
      </LaterPart>
      {user.paid_user && <CardsLink />}
    </>
  ),
  people: () => (
    <>
      <BlockList />
      <HiddenList />
    </>
  ),
  data: ({ user }) => (
    <>
      <LaterPart id="export">
        <ExportSettings isMailed={user.status !== 'not_confirmed'} />
      </LaterPart>
      <LaterPart id="consents">
        <ConsentsSettings />
      </LaterPart>
    </>
  ),
  leave: () => (
    <>
      <LogOutButton />
      <LeaveSettings />
    </>
  ),
};

function ProfileLink(): ReactElement {
  const say = useSay();
  return (
    <SettingsSection title={say('shell.profile')} lead={say('accounts.to-profile-lead')}>
      <LinkButton to={pathTo('profile')} variant="second" className="justify-self-start">
        <Icon of={UserIcon} size="sm" />
        {say('accounts.to-profile')}
      </LinkButton>
    </SettingsSection>
  );
}

function CardsLink(): ReactElement {
  const say = useSay();
  return (
    <SettingsSection title={say('accounts.cards')} lead={say('accounts.cards-lead')}>
      <LinkButton to={pathTo('credits-repeat-order')} variant="second" className="justify-self-start">
        {say('accounts.to-cards')}
      </LinkButton>
    </SettingsSection>
  );
}

function LogOutButton(): ReactElement {
  const say = useSay();
  const { leave, question } = useLogOut();
  return (
    <>
      <Button variant="second" className="justify-self-start" onClick={leave}>
        <Icon of={LogOut} size="sm" />
        {say('shell.log-out')}
      </Button>
      {question}
    </>
  );
}
