import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';

import type { OwnProfile } from '../../contract/members.ts';
import { call } from '../call.ts';
import { errorText, fieldTexts } from '../errors.ts';
import { useSay } from '../sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.ts';
import { keepProfile } from './keep-profile.ts';
import { type Place, PlaceFields, nowhere } from './place-fields.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useFaultFocus } from './use-fault-focus.ts';

/** Where the member is, by choosing or by the device after a press (specification, section 2: location settings). */
export function PlaceSettings({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const [place, setPlace] = useState<Place>({
    country: profile.country,
    countryregion: profile.countryregion ?? '',
    town: profile.town ?? nowhere,
  });
  const saving = useMutation({
    mutationFn: ({ country, countryregion, town }: Place) =>
      call('updateProfile', {
        country,
        ...(countryregion !== '' && { countryregion }),
        // A name that was typed but not chosen is refused as a town that we do not know.
        town: town.id || town.name.trim() || null,
      }),
    onSuccess: ({ profile: changed }) => {
      keepProfile(queries, changed);
      showToast({ children: say('common.saved') });
    },
  });
  const texts = fieldTexts(say, saving.error);
  const form = useFaultFocus(saving.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.mutate(place);
  };
  return (
    <SettingsSection title={say('accounts.place')} lead={say('accounts.place-lead')}>
      <form ref={form} onSubmit={submit} className="grid gap-4">
        <PlaceFields value={place} onChange={setPlace} texts={texts} />
        {saving.error && Object.keys(texts).length === 0 && <Alert tone="danger">{errorText(say, saving.error)}</Alert>}
        <Button type="submit" busy={saving.isPending} className="justify-self-start">
          {say('common.save')}
        </Button>
      </form>
    </SettingsSection>
  );
}
