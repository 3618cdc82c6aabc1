import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import {
  type Interest,
  type InterestCategory,
  interestCategories,
  interests,
  isInterest,
} from '../../../contract/members/interests.ts';
import type { OwnProfile } from '../../../contract/members/operations.ts';
import { interestsQuery, settingsQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { GroupLabel } from '../../ui/group-label.tsx';
import { ChipChoice } from '../chip-choice.tsx';
import { toggled } from '../toggled.ts';
import { ProfileForm, ProfileSection } from './profile-section.tsx';
import { SaveNote } from './save-note.tsx';
import { pauseMs, useAutosave } from './use-autosave.ts';

const interestsMax = 30;

/** Up to thirty interests, by category, as chips. Stored only with the member's consent. */
export function InterestsSection({ profile }: { profile: OwnProfile }): ReactElement | null {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  if (!settings?.visible_profile_fields.includes('interests')) return null;
  if (profile.consent_sensitive) return <Interests profile={profile} />;
  return (
    <ProfileSection id="interests" title={say('attributes.interests')} folded={say('members.to-consent')}>
      <p className="text-ink-2">
        {say('members.interests-need-consent')}{' '}
        <a href="#privacy" className="font-bold text-primary-ink underline underline-offset-3">
          {say('members.to-consent')}
        </a>
      </p>
    </ProfileSection>
  );
}

function Interests({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const { data: offered = [] } = useQuery(interestsQuery);
  const saving = useAutosave();
  const [touched, setTouched] = useState<InterestCategory | null>(null);
  const chosen = saving.draft.interests ?? profile.interests;
  const keys = new Set(offered.map(({ key }) => key).filter(isInterest));
  const full = chosen.length >= interestsMax;
  const toggle = (key: Interest): void => {
    setTouched(interests[key].category);
    if (!full || chosen.includes(key)) saving.change({ interests: toggled(chosen, key) }, pauseMs.choice);
  };
  return (
    <ProfileSection
      id="interests"
      title={say('attributes.interests')}
      intro={say('members.interests-count', { count: chosen.length, max: interestsMax })}
      folded={chosen.map((key) => say(`interests.${key}`)).join(' · ') || say('members.next-interests')}
    >
      <ProfileForm id="interests" saving={saving}>
        {interestCategories.map((category) => {
          const here = [...keys].filter((key) => interests[key].category === category);
          if (here.length === 0) return null;
          return (
            // Outside the fieldset, because browsers disagree whether its top is above or below the legend.
            <div key={category} className="relative">
              <fieldset className="min-w-0">
                <GroupLabel>{say(`members.category-${category}`)}</GroupLabel>
                <ChipChoice<Interest>
                  name="interests"
                  values={here}
                  chosen={chosen}
                  sentence={(key) => `interests.${key}`}
                  onToggle={toggle}
                />
              </fieldset>
              {touched === category && (
                <span className="absolute top-0 right-0">
                  <SaveNote saving={saving} field="interests" />
                </span>
              )}
            </div>
          );
        })}
        <p className="text-13 font-semibold text-ink-2 empty:hidden" aria-live="polite">
          {full ? say('members.interests-full', { max: interestsMax }) : ''}
        </p>
      </ProfileForm>
    </ProfileSection>
  );
}
