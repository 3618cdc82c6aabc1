import { type FormEvent, type ReactElement, useState } from 'react';

import type { OwnProfile } from '../../../contract/members/operations.ts';
import { Saved } from '../../members/edit/setting-switch.tsx';
import { useSaveProfile } from '../../members/edit/use-save-profile.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { type Place, PlaceFields, nowhere } from '../sign-up/place-fields.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useFocusFirstError } from '../../platform/use-focus-first-error.ts';

/** The member's location (specification, section 2: location settings). */
export function PlaceSettings({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const { save, busy, waiting, failure, error, fields } = useSaveProfile({ toast: true });
  const form = useFocusFirstError(failure);
  const [place, setPlace] = useState<Place>({
    country: profile.country,
    countryregion: profile.countryregion ?? '',
    town: profile.town ?? nowhere,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const { country, countryregion, town } = place;
    void save({
      country,
      countryregion: countryregion || null,
      // A typed name that is not in the list is refused as an unknown town.
      town: town.id || town.name.trim() || null,
    });
  };
  return (
    <SettingsSection title={say('accounts.place')} lead={say('accounts.place-lead')}>
      <form ref={form} method="post" onSubmit={submit} className="grid gap-4">
        <PlaceFields value={place} onChange={setPlace} texts={fields} />
        {error !== null && Object.keys(fields).length === 0 && <Alert tone="danger">{error}</Alert>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={busy}>
            {say('common.save')}
          </Button>
          <Saved shown={false} waiting={waiting} />
        </div>
      </form>
    </SettingsSection>
  );
}
