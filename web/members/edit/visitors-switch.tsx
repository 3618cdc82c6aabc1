import type { ReactElement } from 'react';

import type { OwnProfile } from '../../../contract/members/operations.ts';
import { useSay } from '../../platform/sentences.tsx';
import { FieldError } from '../../ui/field.tsx';
import { PlainSubmit } from './profile-section.tsx';
import { SettingSwitch } from './setting-switch.tsx';
import { useSaveProfile } from './use-save-profile.ts';

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
      {error !== null && (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      )}
      <PlainSubmit id="photos" />
    </form>
  );
}
