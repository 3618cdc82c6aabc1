import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { attributes, profileAttributes } from '../../../contract/members/attributes.ts';
import type { OwnProfile } from '../../../contract/members/operations.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { settingsQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';
import { ProfileForm, ProfileSection } from './profile-section.tsx';
import { SaveNote } from './save-note.tsx';
import { type ProfileChanges, pauseMs, useAutosave } from './use-autosave.ts';

/** Attributes with few values: hair, eyes, body, status, tattoos. Each is optional. */
export function FactsSection({ profile }: { profile: OwnProfile }): ReactElement | null {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const saving = useAutosave();
  const shown = profileAttributes.filter((name) => settings?.visible_profile_fields.includes(name));
  const told = shown.flatMap((name) => {
    const value = profile[name];
    return value === null ? [] : say(`attributes.${name}.${value}` as SentenceId);
  });
  if (shown.length === 0) return null;
  return (
    <ProfileSection
      id="facts"
      title={say('members.facts')}
      intro={say('members.facts-help')}
      folded={told.join(' · ') || say('members.next-facts')}
    >
      <ProfileForm id="facts" saving={saving}>
        <div className="grid gap-4 sm:grid-cols-2">
          {shown.map((name) => (
            <Field
              key={name}
              label={say(`attributes.${name}`)}
              aside={<SaveNote saving={saving} field={name} />}
              error={saving.fields[name]}
            >
              <Select
                name={name}
                value={(saving.draft[name] === undefined ? profile[name] : saving.draft[name]) ?? ''}
                onChange={({ target }) =>
                  saving.change({ [name]: target.value || null } as ProfileChanges, pauseMs.choice)
                }
              >
                <option value="">{say('members.untold')}</option>
                {attributes[name].map((value) => (
                  <option key={value} value={value}>
                    {say(`attributes.${name}.${value}` as SentenceId)}
                  </option>
                ))}
              </Select>
            </Field>
          ))}
        </div>
      </ProfileForm>
    </ProfileSection>
  );
}
