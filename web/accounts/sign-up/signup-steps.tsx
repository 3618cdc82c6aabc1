import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';
import { Link } from 'react-router';

import { isAttributeValue } from '../../../contract/members/attributes.ts';
import { type SoughtGender, soughtGenders } from '../../../contract/members/matching.ts';
import { type Country, countryCodes, isCountry } from '../../../contract/platform/countries.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { settingsQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { Rich, useSay } from '../../platform/sentences/sentences.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldError, Select, TextInput } from '../../ui/field.tsx';
import { Icon, X } from '../../ui/icon.tsx';
import { ListEntry } from '../../ui/list-entry.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AboutField, FirstMessageField, parseReceiver } from './signup-texts.tsx';
import { EmailField } from '../address/email-field.tsx';
import { NameField } from './name-field.tsx';
import { PasswordField } from '../passwords/password-field.tsx';
import { findLanderChoices } from './signup-fields.ts';
import { type Place, PlaceFields } from './place-fields.tsx';
import { buildVersionQuery, termsQuery } from '../terms/terms-versions.ts';

export interface StepProps {
  defaults: Record<string, string | undefined>;
  texts: Record<string, string>;
  minAge: number;
  next: string;
  /** Removes something that was chosen on a lander. */
  onRemove: (choice: string) => void;
}

/** Begins with the message to the member for whom the visitor came, if any. */
export function WhoStep({ defaults, texts, next, onRemove }: StepProps): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const to = parseReceiver(next);
  const gender = defaults['gender'] ?? '';
  const lookingFor = soughtGenders.find((value) => value === defaults['looking_for']);
  return (
    <>
      <LanderChoices choices={findLanderChoices(defaults)} onRemove={onRemove} />
      {to !== undefined && !settings?.account_discretion && (
        <FirstMessageField to={to} defaultValue={defaults['signup_message']} error={texts['signup_message']} />
      )}
      <Segmented
        label={say('accounts.i-am')}
        name="gender"
        error={texts['gender'] && say('accounts.choose')}
        {...(isAttributeValue('gender', gender) && { defaultValue: gender })}
        options={[
          { value: 'female', label: say('accounts.a-woman') },
          { value: 'male', label: say('accounts.a-man') },
        ]}
      />
      <Segmented<SoughtGender>
        label={say('accounts.looking-for')}
        name="looking_for"
        error={texts['looking_for'] && say('accounts.choose')}
        {...(lookingFor && { defaultValue: lookingFor })}
        options={[
          { value: 'female', label: say('accounts.women') },
          { value: 'male', label: say('accounts.men') },
          { value: 'both', label: say('accounts.both') },
        ]}
      />
      <EmailField defaultValue={defaults['email']} error={texts['email']} />
      <PasswordField name="password" kind="new" advice label={say('accounts.password')} error={texts['password']} />
    </>
  );
}

/** What was chosen on a lander, which comes along as promised there. Without JavaScript, the fields below have it. */
function LanderChoices({
  choices,
  onRemove,
}: {
  choices: string[];
  onRemove: StepProps['onRemove'];
}): ReactElement | null {
  const say = useSay();
  const id = useId();
  if (choices.length === 0) return null;
  return (
    <div className="grid gap-1.5">
      <input type="hidden" name="lander_choices" value={JSON.stringify(choices)} />
      <p id={id} className="text-13 font-semibold text-ink-2">
        {say('accounts.brought')}
      </p>
      <ul aria-labelledby={id} className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <ListEntry
            key={choice}
            className="flex min-h-9 max-w-full min-w-0 items-center rounded-pill bg-primary-soft pl-3.5 text-13 font-semibold text-on-primary-soft unscripted:pr-3.5"
          >
            <span className="truncate">{choice}</span>
            <button
              type="button"
              aria-label={say('accounts.brought-remove', { choice })}
              onClick={() => onRemove(choice)}
              className="reach grid size-9 shrink-0 place-items-center rounded-full unscripted:hidden"
            >
              <Icon of={X} size="xs" />
            </button>
          </ListEntry>
        ))}
      </ul>
    </div>
  );
}

export function AboutYouStep({ defaults, texts, minAge }: StepProps): ReactElement {
  const say = useSay();
  const usual = useUsualCountry();
  const [place, setPlace] = useState<Place>(() => ({
    country: isCountry(defaults['country'] ?? '') ? (defaults['country'] as Country) : usual,
    countryregion: defaults['countryregion'] ?? '',
    town: { id: defaults['town'] ?? '', name: defaults['town_name'] ?? '' },
  }));
  return (
    <>
      <NameField defaultValue={defaults['name']} error={texts['name']} />
      <BirthDateFields
        defaults={defaults}
        help={say('accounts.birth-date-help', { min_age: minAge })}
        error={texts['date_of_birth']}
      />
      <PlaceFields value={place} onChange={setPlace} texts={texts} />
      {/* Only for text from a lander: visitors who wrote none there are not asked here. */}
      {(defaults['about'] || texts['about']) && <AboutField defaultValue={defaults['about']} error={texts['about']} />}
    </>
  );
}

/** Returns the visitor's likely country, by the same rule as for prices and search. */
function useUsualCountry(): Country {
  const { data: settings } = useQuery(settingsQuery);
  return settings?.geoip_selected_country ?? (countryCodes[0] as Country);
}

/** The step with separate consents, none preselected. */
export function ConsentStep({ texts }: StepProps): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const site = settings?.name ?? say('common.brand');
  // Opens in a new tab, so that typed values stay.
  const page = (name: 'terms' | 'privacy'): ReactElement => (
    <Link to={pathTo(name)} target="_blank" className="font-semibold text-primary-ink underline" />
  );
  return (
    <>
      <Checkbox name="accept_terms" error={texts['accept_terms']} aria-required>
        <Rich id="accounts.accept-terms" components={{ terms: page('terms'), privacy: page('privacy') }} />
      </Checkbox>
      <ComingTerms />
      <Checkbox
        name="consent_sensitive"
        help={say('accounts.consent-sensitive-help')}
        error={texts['consent_sensitive']}
      >
        {say('accounts.consent-sensitive', { site })}
      </Checkbox>
      <Checkbox name="consent_offers" help={say('accounts.consent-offers-help')}>
        {say('accounts.consent-offers')}
      </Checkbox>
    </>
  );
}

function ComingTerms(): ReactElement | null {
  const format = useFormat();
  const { data: versions } = useQuery(termsQuery);
  const coming = versions?.find(({ state }) => state === 'coming');
  if (!coming) return null;
  return (
    <p className="text-13 text-ink-2">
      <Rich
        id="accounts.terms-coming"
        values={{ date: format.day(coming.applies_at) }}
        components={{
          coming: (
            <Link
              to={pathTo('terms') + buildVersionQuery(coming.applies_at)}
              target="_blank"
              className="font-semibold text-primary-ink underline"
            />
          ),
        }}
      />
    </p>
  );
}

/** A date of birth in three fields. Posts `birth_day`, `birth_month` (a number, chosen by name) and `birth_year`. */
function BirthDateFields(props: {
  defaults: Record<string, string | undefined>;
  help: string;
  error?: string | undefined;
}): ReactElement {
  const say = useSay();
  const format = useFormat();
  const id = useId();
  const { defaults, help, error } = props;
  const wrong = error ? true : undefined;
  // Help and error belong to the three fields together.
  const aria = {
    'aria-invalid': wrong,
    'aria-required': true,
    'aria-describedby': error ? `${id}-error` : `${id}-help`,
  } as const;
  const number = (part: 'day' | 'year', digits: number): ReactElement => (
    <TextInput
      aria-label={say(`accounts.birth-${part}`)}
      name={`birth_${part}`}
      autoComplete={`bday-${part}`}
      maxLength={digits}
      placeholder={say(`accounts.birth-${part}`)}
      defaultValue={defaults[`birth_${part}`]}
      inputMode="numeric"
      {...aria}
    />
  );
  return (
    <fieldset className="grid min-w-0 gap-1.5">
      <legend className="mb-1.5 text-13 font-semibold text-ink-2">{say('accounts.birth-date')}</legend>
      <div className="grid grid-cols-[1fr_1.7fr_1.2fr] gap-2">
        {number('day', 2)}
        <Select
          aria-label={say('accounts.birth-month')}
          name="birth_month"
          autoComplete="bday-month"
          defaultValue={defaults['birth_month'] ?? ''}
          {...aria}
        >
          <option value="">{say('accounts.birth-month')}</option>
          {Array.from({ length: 12 }, (_, month) => (
            <option key={month} value={String(month + 1)}>
              {format.month(month + 1)}
            </option>
          ))}
        </Select>
        {number('year', 4)}
      </div>
      {error ? (
        <FieldError id={`${id}-error`}>{error}</FieldError>
      ) : (
        <p id={`${id}-help`} className="text-13 text-ink-3">
          {help}
        </p>
      )}
    </fieldset>
  );
}
