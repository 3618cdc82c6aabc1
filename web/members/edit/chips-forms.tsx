import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactElement, useState } from 'react';

import type { SpokenLanguage } from '../../../contract/members/attributes.ts';
import {
  type Interest,
  type InterestCategory,
  interestCategories,
  interests,
  isInterest,
} from '../../../contract/members/interests.ts';
import { interestsMax, spokenLanguagesMax } from '../../../contract/members/limits.ts';
import type { OwnProfile } from '../../../contract/members/operations.ts';
import { interestsQuery } from '../../platform/calls/queries.ts';
import { useLanguage, useSay } from '../../platform/sentences/sentences.tsx';
import { toneGround } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { GroupLabel } from '../../ui/field.tsx';
import { ChipChoice, toggleIn } from '../choices.tsx';
import { LanguageChoice } from '../language-choice.tsx';
import { ProfileForm, pauseMs, useAutosave } from './profile-section.tsx';
import { SaveNote } from './setting-switch.tsx';

/** The language of the pages is only offered: reading a language does not say that one speaks it. */
export function LanguagesForm({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const read = useLanguage();
  const saving = useAutosave();
  const chosen = saving.draft.languages ?? profile.languages ?? [];
  const full = chosen.length >= spokenLanguagesMax;
  const toggle = (language: SpokenLanguage): void => {
    if (!full || chosen.includes(language)) saving.change({ languages: toggleIn(chosen, language) }, pauseMs.choice);
  };
  const acceptOffer = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): void => {
    // The offer goes away.
    form?.querySelector<HTMLElement>(`[value=${read}]`)?.focus();
    toggle(read);
  };
  return (
    <ProfileForm id="languages" saving={saving}>
      {chosen.length === 0 && (
        <div
          className={cx(
            'only-hydrated flex flex-wrap items-center gap-x-4 gap-y-2 rounded-photo px-4 py-3 text-13',
            toneGround.info,
          )}
        >
          <p className="min-w-48 flex-1">{say('members.languages-read')}</p>
          <Button size="sm" variant="quiet" onClick={acceptOffer}>
            {say('members.languages-add', { language: say(`attributes.languages.${read}`) })}
          </Button>
        </div>
      )}
      <fieldset className="relative min-w-0">
        <legend className="sr-only">{say('attributes.languages')}</legend>
        <LanguageChoice chosen={chosen} onToggle={toggle} />
        <span className="absolute right-0 bottom-3">
          <SaveNote saving={saving} field="languages" />
        </span>
      </fieldset>
      <p className="text-13 font-semibold text-ink-2 empty:hidden" aria-live="polite">
        {full ? say('members.languages-full', { max: spokenLanguagesMax }) : saving.fields['languages']}
      </p>
    </ProfileForm>
  );
}

export function InterestsForm({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const { data: offered = [] } = useQuery(interestsQuery);
  const saving = useAutosave();
  const [touched, setTouched] = useState<InterestCategory | null>(null);
  const chosen = saving.draft.interests ?? profile.interests;
  const keys = new Set(offered.map(({ key }) => key).filter(isInterest));
  const full = chosen.length >= interestsMax;
  const toggle = (key: Interest): void => {
    setTouched(interests[key].category);
    if (!full || chosen.includes(key)) saving.change({ interests: toggleIn(chosen, key) }, pauseMs.choice);
  };
  return (
    <ProfileForm id="interests" saving={saving}>
      <p className="-mt-3 text-13 text-ink-2">
        {say('members.interests-count', { count: chosen.length, max: interestsMax })}
      </p>
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
  );
}
