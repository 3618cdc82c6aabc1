import { type ReactElement, useState } from 'react';

import type { OwnProfile } from '../../../contract/members/operations.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { latePart } from '../../ui/lazy-part.ts';
import { PlainSubmit, ProfileSection } from './profile-section.tsx';
import { SaveError, SettingSwitch } from './setting-switch.tsx';
import { useSaveProfile } from './use-save-profile.ts';

const ConfirmDialog = latePart(async () => ({ default: (await import('../../ui/confirm-dialog.tsx')).ConfirmDialog }));

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
        <SaveError text={error} />
        <PlainSubmit id="privacy" />
      </form>
      {asking && (
        <ConfirmDialog
          open
          risk
          busy={busy}
          onOpenChange={setAsking}
          title={say('members.withdraw-title')}
          description={say('members.withdraw-text')}
          confirmLabel={say('members.withdraw-confirm')}
          cancelLabel={say('common.cancel')}
          closeLabel={say('common.close')}
          onConfirm={() => void consent(false)}
        />
      )}
    </ProfileSection>
  );
}

/** Whether visitors see the main photo, or only a blurred one. */
export function VisitorsSwitch({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const { save, busy, waiting, saved, error } = useSaveProfile();
  return (
    <form method="post" className="grid gap-5 border-t border-line pt-5">
      <SettingSwitch
        name="visitors_see_photo"
        saved={saved}
        waiting={waiting}
        on={profile.visitors_see_photo}
        busy={busy}
        onChange={(visitors_see_photo) => void save({ visitors_see_photo })}
        label={say('members.visitors-photo')}
        help={say('members.visitors-photo-help')}
      />
      <SaveError text={error} />
      <PlainSubmit id="photos" />
    </form>
  );
}
