import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';

import { type Interest, interestCategories, interests, isInterest } from '../../../contract/interests.ts';
import type { OwnProfile } from '../../../contract/members.ts';
import { interestsQuery, settingsQuery } from '../../queries.ts';
import { useSay } from '../../sentences.tsx';
import { GroupLabel } from '../../ui/group-label.tsx';
import { ChipChoice } from '../chip-choice.tsx';
import { toggled } from '../search/filters.ts';
import { ProfileSection } from './profile-section.tsx';
import { useSaveProfile } from './use-save-profile.ts';

const interestsMax = 30;

/** Interests by category, as chips; up to thirty. They are kept only with the member's consent. */
export function InterestsSection({ profile }: { profile: OwnProfile }): ReactElement | null {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { data: offered = [] } = useQuery(interestsQuery);
  const { save, busy, error } = useSaveProfile();
  const [draft, setDraft] = useState<readonly Interest[] | null>(null);
  const chosen = draft ?? profile.interests;
  const keys = new Set(offered.map(({ key }) => key).filter(isInterest));
  const full = chosen.length >= interestsMax;
  const toggle = (key: Interest): void => {
    if (!full || chosen.includes(key)) setDraft(toggled(chosen, key));
  };
  const store = async (): Promise<void> => {
    if (await save({ interests: [...chosen] })) setDraft(null);
  };
  if (!settings?.visible_profile_fields.includes('interests')) return null;
  if (!profile.consent_sensitive)
    return (
      <ProfileSection id="interests" title={say('attributes.interests')}>
        <p className="text-ink-2">
          {say('members.interests-need-consent')}{' '}
          <a href="#privacy" className="font-bold text-primary-ink underline underline-offset-3">
            {say('members.to-consent')}
          </a>
        </p>
      </ProfileSection>
    );
  return (
    <ProfileSection
      id="interests"
      title={say('attributes.interests')}
      intro={say('members.interests-count', { count: chosen.length, max: interestsMax })}
      onSave={() => void store()}
      changed={draft !== null && !isSame(draft, profile.interests)}
      busy={busy}
      error={error}
    >
      {interestCategories.map((category) => {
        const here = [...keys].filter((key) => interests[key].category === category);
        if (here.length === 0) return null;
        return (
          <fieldset key={category} className="min-w-0">
            <GroupLabel>{say(`members.category-${category}`)}</GroupLabel>
            <ChipChoice<Interest>
              name="interests"
              values={here}
              chosen={chosen}
              sentence={(key) => `interests.${key}`}
              onToggle={toggle}
            />
          </fieldset>
        );
      })}
      <p className="text-13 font-semibold text-ink-2" aria-live="polite">
        {full ? say('members.interests-full', { max: interestsMax }) : ''}
      </p>
    </ProfileSection>
  );
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key) => b.includes(key));
}
