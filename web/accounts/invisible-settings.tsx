import type { ReactElement } from 'react';

import type { OwnProfile } from '../../contract/members/operations.ts';
import { SettingSwitch } from '../members/edit/setting-switch.tsx';
import { useSaveProfile } from '../members/edit/use-save-profile.ts';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { ChevronDown, Icon } from '../ui/icon.tsx';
import { SettingsSection } from './settings-section.tsx';

const meanings = ['search', 'first', 'reached', 'waiting', 'block'] as const;

/** Invisible mode, with everything that it does and does not do (`server/members/visibility`). */
export function InvisibleSettings({ profile }: { profile: OwnProfile }): ReactElement {
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
        help={say(profile.invisible ? 'accounts.invisible-on' : 'accounts.invisible-off')}
      />
      {error !== null && <Alert tone="danger">{error}</Alert>}
      <details className="group -mb-2 border-t border-line pt-1">
        <summary className="flex min-h-11 list-none items-center justify-between gap-4 rounded-small text-13 font-semibold text-primary-ink [&::-webkit-details-marker]:hidden">
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
