import type { ReactElement } from 'react';

import type { OwnProfile } from '../../../contract/members/operations.ts';
import { useFormat } from '../../platform/format.ts';
import { useSay } from '../../platform/sentences.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Icon, MapPin } from '../../ui/icon.tsx';
import { ProfileSection } from './profile-section.tsx';
import { settingsOfPlace } from '../settings-of-place.ts';

/** The place that others see, with a link to its settings (specification, section 2: location settings). */
export function PlaceSection({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { town, country } = profile;
  return (
    <ProfileSection
      id="place"
      title={say('members.place')}
      intro={say('members.place-help')}
      folded={[town?.name, format.country(country)].filter(Boolean).join(', ')}
    >
      <LinkButton to={settingsOfPlace} variant="quiet" size="sm" className="justify-self-start">
        <Icon of={MapPin} size="sm" />
        {say('members.place-change')}
      </LinkButton>
    </ProfileSection>
  );
}
