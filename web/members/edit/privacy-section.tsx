import { type ReactElement, Suspense, useState } from 'react';

import type { OwnProfile } from '../../../contract/members/operations.ts';
import { useSay } from '../../platform/sentences.tsx';
import { FieldError } from '../../ui/field.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PlainSubmit, ProfileSection } from './profile-section.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import { useSaveProfile } from './use-save-profile.ts';

const WithdrawDialog = lazyPart(async () => ({ default: (await import('./withdraw-dialog.tsx')).WithdrawDialog }));

/** Invisible mode, and the consent to store sexuality and interests; withdrawing it erases them after asking. */
export function PrivacySection({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const { save, busy, saved, error } = useSaveProfile();
  const [last, setLast] = useState<'invisible' | 'consent' | null>(null);
  const [asking, setAsking] = useState(false);
  const consent = async (consent_sensitive: boolean): Promise<void> => {
    setLast('consent');
    if (await save({ consent_sensitive })) setAsking(false);
  };
  const hide = (invisible: boolean): void => {
    setLast('invisible');
    void save({ invisible });
  };
  return (
    <ProfileSection
      id="privacy"
      title={say('members.privacy')}
      folded={[profile.invisible && say('members.invisible'), profile.consent_sensitive && say('members.consent')]
        .filter((on) => on !== false)
        .join(' · ')}
    >
      <form method="post" className="grid gap-5">
        <SettingSwitch
          name="invisible"
          on={profile.invisible}
          busy={busy}
          saved={saved && last === 'invisible'}
          onChange={hide}
          label={say('members.invisible')}
          help={say('members.invisible-help')}
        />
        <hr className="border-line" />
        <SettingSwitch
          name="consent_sensitive"
          on={profile.consent_sensitive}
          busy={busy}
          saved={saved && last === 'consent'}
          onChange={(on) => (on ? void consent(true) : setAsking(true))}
          label={say('members.consent')}
          help={say('members.consent-help')}
        />
        {error !== null && (
          <div role="alert">
            <FieldError>{error}</FieldError>
          </div>
        )}
        <PlainSubmit id="privacy" />
      </form>
      {asking && (
        <Suspense fallback={null}>
          <WithdrawDialog busy={busy} onClose={() => setAsking(false)} onConfirm={() => void consent(false)} />
        </Suspense>
      )}
    </ProfileSection>
  );
}
