import type { ReactElement } from 'react';
import { useActionData } from 'react-router';

import { type Gender, type Sexuality, attributes } from '../../../contract/members/attributes.ts';
import { nameLengthMax } from '../../../contract/members/limits.ts';
import type { OwnProfile } from '../../../contract/members/operations.ts';
import { useFormat } from '../../platform/format.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import type { RefusedProfile } from './post-profile.ts';
import { ProfileForm, ProfileSection } from './profile-section.tsx';
import { SaveNote } from './save-note.tsx';
import { pauseMs, useAutosave } from './use-autosave.ts';

/** Name, gender and, with consent, sexuality, which determine who fits. The birth date cannot be changed. */
export function PersonSection({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const refused = useActionData<RefusedProfile>();
  const saving = useAutosave();
  const { draft, fields } = saving;
  return (
    <ProfileSection
      id="person"
      title={say('members.person')}
      folded={`${profile.name} · ${say(`attributes.gender.${profile.gender}`)}`}
    >
      <ProfileForm id="person" saving={saving}>
        <Field
          label={say('members.name')}
          aside={<SaveNote saving={saving} field="name" />}
          error={fields['name']}
          help={say('members.name-help')}
        >
          {/* Saved when the field is left, because a half-typed name is useless. */}
          <TextInput
            name="name"
            value={draft.name ?? refused?.typed.name ?? profile.name}
            maxLength={2 * nameLengthMax}
            autoComplete="nickname"
            onChange={(event) => saving.change({ name: event.target.value }, null)}
          />
        </Field>
        <div className="relative">
          <span className="absolute top-0 right-0">
            <SaveNote saving={saving} field="gender" />
          </span>
          <Segmented<Gender>
            label={say('attributes.gender')}
            name="gender"
            value={draft.gender ?? profile.gender}
            onChange={(gender) => saving.change({ gender }, pauseMs.choice)}
            options={attributes.gender.map((value) => ({ value, label: say(`attributes.gender.${value}`) }))}
          />
        </div>
        {profile.consent_sensitive && (
          <Field
            label={say('attributes.sexuality')}
            aside={<SaveNote saving={saving} field="sexuality" />}
            help={say('members.sexuality-help')}
            error={fields['sexuality']}
          >
            <Select
              name="sexuality"
              value={draft.sexuality ?? profile.sexuality ?? ''}
              onChange={(event) => saving.change({ sexuality: event.target.value as Sexuality }, pauseMs.choice)}
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
      </ProfileForm>
    </ProfileSection>
  );
}
