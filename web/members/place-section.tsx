import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import type { Country } from '../../contract/countries.ts';
import type { OwnProfile, Town } from '../../contract/members.ts';
import { useFormat } from '../format.ts';
import { settingsQuery } from '../queries.ts';
import { useSay } from '../sentences.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Icon, MapPin } from '../ui/icon.tsx';
import { Select } from '../ui/input.tsx';
import { ProfileSection } from './profile-section.tsx';
import { TownCombobox } from './town-combobox.tsx';
import { useOwnPlace } from './use-own-place.ts';
import { useSaveProfile } from './use-save-profile.ts';

/** Country and town: by typing, or by the place of the device after a press. Others see the town and a distance band only. */
export function PlaceSection({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: settings } = useQuery(settingsQuery);
  const { save, busy, error, fields } = useSaveProfile();
  const [draft, setDraft] = useState<{ country: Country; town: Town | null } | null>(null);
  const country = draft?.country ?? profile.country;
  const town = draft ? (draft.town?.name ?? '') : (profile.town?.name ?? '');
  const countries = [...(settings?.countries ?? [])].sort((a, b) => format.country(a).localeCompare(format.country(b)));
  const store = async (): Promise<void> => {
    if (draft && (await save({ country: draft.country, town: draft.town?.id ?? null }))) setDraft(null);
  };
  return (
    <ProfileSection
      id="place"
      title={say('members.place')}
      intro={say('members.place-help')}
      onSave={() => void store()}
      changed={draft !== null}
      busy={busy}
      error={fields['town'] === undefined ? error : null}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={say('members.country')} error={fields['country']}>
          <Select
            value={country}
            onChange={(event) => setDraft({ country: event.target.value as Country, town: null })}
          >
            {countries.map((code) => (
              <option key={code} value={code}>
                {format.country(code)}
              </option>
            ))}
          </Select>
        </Field>
        <TownCombobox
          country={country}
          value={town}
          error={fields['town']}
          onChoose={(chosen) => setDraft({ country: chosen.country, town: chosen })}
        />
      </div>
      <ByDevice onFound={(found) => setDraft({ country: found.country, town: found })} />
    </ProfileSection>
  );
}

function ByDevice({ onFound }: { onFound: (town: Town) => void }): ReactElement {
  const say = useSay();
  const { permission, busy, problem, find } = useOwnPlace();
  if (permission === 'unsupported') return <p className="text-13 text-ink-3">{say('members.place-unsupported')}</p>;
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="second"
        size="sm"
        busy={busy}
        disabled={permission === 'denied'}
        onClick={() => void find().then((town) => town && onFound(town))}
      >
        <Icon of={MapPin} size="sm" />
        {say('members.place-find')}
      </Button>
      <p className="max-w-[62ch] text-13 text-ink-3" aria-live="polite">
        {problem ?? say(permission === 'denied' ? 'members.place-denied' : 'members.place-privacy')}
      </p>
    </div>
  );
}
