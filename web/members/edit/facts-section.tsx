import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import { type ProfileAttribute, attributes, profileAttributes } from '../../../contract/attributes.ts';
import type { OwnProfile } from '../../../contract/members.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { settingsQuery } from '../../queries.ts';
import { useSay } from '../../sentences.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';
import { ProfileSection } from './profile-section.tsx';
import { type ProfileChanges, useSaveProfile } from './use-save-profile.ts';

type Facts = Partial<Record<ProfileAttribute, string>>;

/** What can be said in a word: hair, eyes, body, status, tattoos. Each may stay untold. */
export function FactsSection({ profile }: { profile: OwnProfile }): ReactElement | null {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { save, busy, error, fields } = useSaveProfile();
  const [changed, setChanged] = useState<Facts>({});
  const shown = profileAttributes.filter((name) => settings?.visible_profile_fields.includes(name));
  const store = async (): Promise<void> => {
    const changes = Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value || null]));
    if (await save(changes as ProfileChanges)) setChanged({});
  };
  if (shown.length === 0) return null;
  return (
    <ProfileSection
      id="facts"
      title={say('members.facts')}
      intro={say('members.facts-help')}
      onSave={() => void store()}
      changed={Object.keys(changed).length > 0}
      busy={busy}
      error={error}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {shown.map((name) => (
          <Field key={name} label={say(`attributes.${name}`)} error={fields[name]}>
            <Select
              value={changed[name] ?? profile[name] ?? ''}
              onChange={(event) => setChanged({ ...changed, [name]: event.target.value })}
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
    </ProfileSection>
  );
}
