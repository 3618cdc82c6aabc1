import { type ReactElement, useState } from 'react';
import { useActionData } from 'react-router';
import { useQuery } from '@tanstack/react-query';

import { type Gender, type Sexuality, attributes, profileAttributes } from '../../../contract/members/attributes.ts';
import { aboutLengthMax, nameLengthMax } from '../../../contract/members/limits.ts';
import type { OwnProfile } from '../../../contract/members/operations.ts';
import { countCodePoints } from '../../../contract/platform/text.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { settingsQuery } from '../../platform/calls/queries.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { useUnsaved } from '../../platform/pages/use-unsaved.ts';
import { toneGround } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field, Select, TextArea, TextInput } from '../../ui/field.tsx';
import { Icon, MapPin } from '../../ui/icon.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Options } from '../choices.tsx';
import { contactIn } from '../contact-in.ts';
import { settingsOfPlace } from '../finder-link.tsx';
import { InterestsForm, LanguagesForm } from './chips-forms.tsx';
import type { RefusedProfile } from './post-profile.ts';
import { type ProfileChanges, ProfileForm, ProfileSection, pauseMs, useAutosave } from './profile-section.tsx';
import { SaveNote } from './setting-switch.tsx';

const fits = (text = ''): boolean => countCodePoints(text) <= aboutLengthMax;

export function AboutSection({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const refused = useActionData<RefusedProfile>();
  const saving = useAutosave(({ about }) => fits(about));
  const restore = (about: string): void => saving.change({ about }, pauseMs.words);
  useUnsaved('about', saving.draft.about ?? null, restore, profile.about);
  const [before, setBefore] = useState(profile.about);
  const shown = saving.draft.about ?? refused?.typed.about ?? profile.about;
  const length = countCodePoints(shown);
  const over = length > aboutLengthMax;
  const contact = contactIn(profile.about);
  const undo = (): void => {
    setBefore(shown);
    saving.change({ about: before }, 0);
  };
  return (
    <ProfileSection id="about" title={say('members.about')} intro={say('members.about-help')}>
      <ProfileForm id="about" saving={saving}>
        <Field
          label={say('members.about-label')}
          aside={
            <span className={over ? 'font-bold text-danger tabular-nums' : 'tabular-nums'}>
              {say('members.about-count', { count: format.number(length), max: format.number(aboutLengthMax) })}
            </span>
          }
          error={over ? say('members.about-too-long', { count: length - aboutLengthMax }) : saving.fields['about']}
        >
          <TextArea
            name="about"
            rows={4}
            dir="auto"
            value={shown}
            onChange={(event) => saving.change({ about: event.target.value }, pauseMs.words)}
          />
        </Field>
        <p className="-my-4 flex min-h-8 items-center justify-between gap-4">
          <SaveNote saving={saving} field="about" />
          {saving.saved && before !== shown && (
            <button
              type="button"
              onClick={undo}
              className="rounded-small px-1 py-1 text-13 font-bold text-primary-ink underline underline-offset-3"
            >
              {say('common.undo')}
            </button>
          )}
        </p>
        <p role="status" className={cx('rounded-photo px-4 py-3 text-13 empty:hidden', toneGround.info)}>
          {contact && say('members.about-contact', { kind: contact })}
        </p>
      </ProfileForm>
    </ProfileSection>
  );
}

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
                <Options
                  of={attributes[name].map((value) => ({
                    value,
                    label: say(`attributes.${name}.${value}` as SentenceId),
                  }))}
                />
              </Select>
            </Field>
          ))}
        </div>
      </ProfileForm>
    </ProfileSection>
  );
}

export function LanguagesSection({ profile }: { profile: OwnProfile }): ReactElement | null {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  if (!settings?.visible_profile_fields.includes('languages')) return null;
  const told = (profile.languages ?? []).map((language) => say(`attributes.languages.${language}`));
  return (
    <ProfileSection
      id="languages"
      title={say('attributes.languages')}
      intro={say('members.languages-help')}
      folded={told.join(' · ') || say('members.next-languages')}
    >
      <LanguagesForm profile={profile} />
    </ProfileSection>
  );
}

/** The member's interests, stored only with their consent. */
export function InterestsSection({ profile }: { profile: OwnProfile }): ReactElement | null {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  if (!settings?.visible_profile_fields.includes('interests')) return null;
  const told = profile.interests.map((key) => say(`interests.${key}`));
  return (
    <ProfileSection
      id="interests"
      title={say('attributes.interests')}
      folded={profile.consent_sensitive ? told.join(' · ') || say('members.next-interests') : say('members.to-consent')}
    >
      {profile.consent_sensitive ? (
        <InterestsForm profile={profile} />
      ) : (
        <p className="text-ink-2">
          {say('members.interests-need-consent')}{' '}
          <a href="#privacy" className="font-bold text-primary-ink underline underline-offset-3">
            {say('members.to-consent')}
          </a>
        </p>
      )}
    </ProfileSection>
  );
}

/** The member's name, gender and, with consent, sexuality. The birth date cannot be changed. */
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
              <Options
                of={attributes.sexuality.map((value) => ({ value, label: say(`attributes.sexuality.${value}`) }))}
              />
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
