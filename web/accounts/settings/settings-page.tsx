import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';

import type { OwnProfile } from '../../../contract/members/operations.ts';
import { isLanguage, languageNames } from '../../../contract/platform/languages.ts';
import { SettingSwitch } from '../../members/edit/setting-switch.tsx';
import { useSaveProfile } from '../../members/edit/use-save-profile.ts';
import { useIsHydrated } from '../../platform/pages/hydrated.ts';
import { definePage, notFound } from '../../platform/pages/page.ts';
import { type User, settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useLanguage, useSay } from '../../platform/sentences/sentences.tsx';
import { changeLanguage } from '../../shell/language-menu.tsx';
import { type Theme, chooseTheme, themes } from '../../platform/theme.ts';
import { WayBack } from '../../shell/back-button.tsx';
import { Title } from '../../shell/title.tsx';
import { useLogOut } from '../sessions/use-log-out.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { Field, Select } from '../../ui/field.tsx';
import { ChevronDown, Icon, LogOut, User as UserIcon } from '../../ui/icon.tsx';
import { latePart } from '../../ui/lazy-part.ts';
import { useLoadAhead } from '../../ui/load-ahead.ts';
import { suspendedPart } from '../../ui/suspended-part.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmailSettings, PasswordSettings } from './login-settings.tsx';
import { NoticeSettings } from './notice-settings.tsx';
import { type SettingsGroupId, SettingsList, settingsGroups, useShownTheme } from './settings-list.tsx';
import { SettingsSection } from './settings-section.tsx';

const ConsentsSettings = suspendedPart(async () =>
  (await import('../consents/consents-settings.tsx')).loadConsentsSettings(),
);
const PlaceSettings = suspendedPart(async () => ({ default: (await import('./place-settings.tsx')).PlaceSettings }));
const PauseSettings = suspendedPart(async () => ({ default: (await import('./pause-settings.tsx')).PauseSettings }));
const KeptMembers = suspendedPart(async () => ({ default: (await import('./kept-members.tsx')).KeptMembers }));
const ExportSettings = suspendedPart(async () => ({ default: (await import('./export-settings.tsx')).ExportSettings }));
const SessionsSettings = suspendedPart(async () => ({
  default: (await import('../sessions/sessions-settings.tsx')).SessionsSettings,
}));
const PasskeysSettings = suspendedPart(async () => ({
  default: (await import('../passkeys/passkeys-settings.tsx')).PasskeysSettings,
}));
const SpendingSettings = suspendedPart(async () => ({
  default: (await import('./spending-settings.tsx')).SpendingSettings,
}));

const page = definePage('settings', {
  parts: ['accounts', 'access'],
  load: async ({ params: { group } }) => {
    if (group !== undefined && !findGroup(group)) notFound();
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const findGroup = (id: string | undefined) => settingsGroups.find((group) => group.id === id);

/**
 * On phones, the list of groups, and a page for each group; beside the list in wide windows. Without a group in the
 * address, wide windows show all groups, and so does the anchor of one in any window.
 */
export default function SettingsPage(): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const only = findGroup(useParams()['group']);
  useGroupOfAnchor();
  if (!user) return null;
  const title = say(only ? only.title : 'shell.settings');
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 md:pt-8">
      <Title>{only ? `${title} · ${say('shell.settings')}` : title}</Title>
      <div className="mb-5 flex items-center gap-1 md:mb-6">
        {only && <WayBack fallback={pathTo('settings')} className="lg:hidden" />}
        <h1 id="settings-title" className="speak text-26 md:text-34">
          {title}
        </h1>
      </div>
      <div className="lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-8">
        <SettingsList current={only?.id} />
        <div className="grid max-w-talk gap-8">
          {(only ? [only] : settingsGroups).map(({ id, title: groupTitle }) => {
            const Parts = parts[id];
            return (
              <section
                key={id}
                id={id}
                aria-labelledby={only ? 'settings-title' : `${id}-title`}
                className={cx('grid gap-3', !only && 'max-lg:not-target:not-has-target:hidden')}
              >
                {!only && (
                  <h2 id={`${id}-title`} className="speak text-20">
                    {say(groupTitle)}
                  </h2>
                )}
                <Parts user={user} />
              </section>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Opens the page of a group for its anchor, or for that of one of its parts, as older links have it. */
function useGroupOfAnchor(): void {
  const navigate = useNavigate();
  const { hash, pathname } = useLocation();
  useEffect(() => {
    if (pathname !== pathTo('settings') || hash === '') return;
    const group = document.getElementById(hash.slice(1))?.closest('section[id]');
    if (group)
      void navigate(pathTo('settings', { group: group.id }) + (group.id === hash.slice(1) ? '' : hash), {
        replace: true,
      });
  }, [hash, pathname, navigate]);
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
      {user.status === 'active' && (
        <LaterPart id="pause">
          <PauseSettings profile={user.profile} />
        </LaterPart>
      )}
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
    <LaterPart id="blocked">
      <KeptMembers />
    </LaterPart>
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

/** A part whose code is loaded later; links to its anchor work before that. */
function LaterPart({ id, children }: { id: string; children: ReactNode }): ReactElement {
  const isHydrated = useIsHydrated();
  const waiting = (
    <Card className="h-72">
      <Skeleton className="w-2/3" />
    </Card>
  );
  return <div id={id}>{isHydrated ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}</div>;
}

const LeaveDialog = latePart(async () => ({ default: (await import('../deletion/leave-dialog.tsx')).LeaveDialog }));

function LeaveSettings(): ReactElement {
  const say = useSay();
  const [open, setOpen] = useState(false);
  useLoadAhead(LeaveDialog);
  return (
    <SettingsSection title={say('accounts.leave')} lead={say('accounts.leave-lead')}>
      <Button variant="second" className="justify-self-start" onClick={() => setOpen(true)}>
        {say('accounts.leave-open')}
      </Button>
      {open && <LeaveDialog onClose={() => setOpen(false)} />}
    </SettingsSection>
  );
}

function AppearanceSettings(): ReactElement {
  const say = useSay();
  const language = useLanguage();
  const { data: settings } = useQuery(settingsQuery);
  const locales = settings?.locales ?? [];
  return (
    <SettingsSection>
      {locales.length > 1 && (
        <Field label={say('accounts.language')} help={say('accounts.language-help')}>
          <Select
            value={language}
            onChange={({ target }) => {
              if (isLanguage(target.value)) void changeLanguage(target.value);
            }}
          >
            {locales.map((one) => (
              <option key={one} value={one} lang={one}>
                {languageNames[one]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <ThemeChoice />
    </SettingsSection>
  );
}

function ThemeChoice(): ReactElement {
  const say = useSay();
  const theme = useShownTheme();
  return (
    <Segmented<Theme | 'system'>
      label={say('accounts.theme')}
      name="theme"
      value={theme}
      onChange={(value) => chooseTheme(value === 'system' ? null : value)}
      options={(['system', ...themes] as const).map((value) => ({ value, label: say(`accounts.theme.${value}`) }))}
    />
  );
}

const meanings = ['search', 'first', 'reached', 'waiting', 'block'] as const;

/** Invisible mode, with everything that it does and does not do (`server/members/visibility`). */
function InvisibleSettings({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const { save, busy, waiting, saved, error } = useSaveProfile();
  return (
    <SettingsSection>
      <SettingSwitch
        name="invisible"
        on={profile.invisible}
        busy={busy}
        saved={saved}
        waiting={waiting}
        onChange={(invisible) => void save({ invisible })}
        label={say('accounts.invisible')}
        help={say(
          profile.paused_until ? 'accounts.summary.paused' : `accounts.invisible-${profile.invisible ? 'on' : 'off'}`,
        )}
      />
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <details className="group -mb-2 border-t border-line pt-1">
        <summary className="flex min-h-11 items-center justify-between gap-4 rounded-small text-13 font-semibold text-primary-ink">
          {say('accounts.invisible-what')}
          <Icon of={ChevronDown} size="sm" className="text-ink-3 transition-[rotate] group-open:rotate-180" />
        </summary>
        <ul className="mb-2 grid max-w-[62ch] list-disc gap-2 pl-5 text-13 text-ink-2">
          {meanings.map((one) => (
            <li key={one}>{say(`accounts.invisible-what.${one}`)}</li>
          ))}
        </ul>
      </details>
    </SettingsSection>
  );
}
