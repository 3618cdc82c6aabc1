import { type ReactElement, useState } from 'react';

import { type Gender, type Sexuality, attributes } from '../../../contract/attributes.ts';
import { nameLengthMax } from '../../../contract/limits.ts';
import type { OwnProfile } from '../../../contract/members.ts';
import { useFormat } from '../../format.ts';
import { useSay } from '../../sentences.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ProfileSection } from './profile-section.tsx';
import { type ProfileChanges, useSaveProfile } from './use-save-profile.ts';

/** Name, gender and, with consent, sexuality: what decides who fits. The birth date stays as it is. */
export function PersonSection({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { save, busy, error, fields } = useSaveProfile();
  const [draft, setDraft] = useState<Pick<ProfileChanges, 'name' | 'gender' | 'sexuality'>>({});
  const store = async (): Promise<void> => {
    if (await save(draft)) setDraft({});
  };
  return (
    <ProfileSection
      id="person"
      title={say('members.person')}
      onSave={() => void store()}
      changed={Object.keys(draft).length > 0}
      busy={busy}
      error={Object.keys(fields).length > 0 ? null : error}
    >
      <Field label={say('members.name')} error={fields['name']} help={say('members.name-help')}>
        <TextInput
          value={draft.name ?? profile.name}
          maxLength={2 * nameLengthMax}
          autoComplete="nickname"
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
        />
      </Field>
      <Segmented<Gender>
        label={say('attributes.gender')}
        name="own-gender"
        value={draft.gender ?? profile.gender}
        onChange={(gender) => setDraft({ ...draft, gender })}
        options={attributes.gender.map((value) => ({ value, label: say(`attributes.gender.${value}`) }))}
      />
      {profile.consent_sensitive && (
        <Field label={say('attributes.sexuality')} help={say('members.sexuality-help')} error={fields['sexuality']}>
          <Select
            value={draft.sexuality ?? profile.sexuality ?? ''}
            onChange={(event) => setDraft({ ...draft, sexuality: event.target.value as Sexuality })}
          >
            {profile.sexuality === null && <option value="">{say('members.untold')}</option>}
            {attributes.sexuality.map((value) => (
              <option key={value} value={value}>
                {say(`attributes.sexuality.${value}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <p className="text-13 text-ink-3">
        {say('members.birth-date', { date: format.day(`${profile.date_of_birth}T12:00:00Z`), age: profile.age })}
      </p>
    </ProfileSection>
  );
}
