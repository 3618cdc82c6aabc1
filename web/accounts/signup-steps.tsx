import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';

import { isAttributeValue } from '../../contract/members/attributes.ts';
import { type Country, countryCodes, isCountry } from '../../contract/platform/countries.ts';
import { type SoughtGender, soughtGenders } from '../../contract/members/matching.ts';
import { useFormat } from '../platform/format.ts';
import { buildVersionQuery } from './terms-address.ts';
import { settingsQuery } from '../platform/queries.ts';
import { termsQuery } from './terms-query.ts';
import { pathTo } from '../platform/route-table.ts';
import { Rich, useSay } from '../platform/sentences.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/input.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { AboutField } from './about-field.tsx';
import { BirthDateFields } from './birth-date-fields.tsx';
import { EmailField } from './email-field.tsx';
import { parseReceiver } from './first-message.ts';
import { FirstMessageField } from './first-message-field.tsx';
import { PasswordField } from './password-field.tsx';
import { type Place, PlaceFields } from './place-fields.tsx';

export interface StepProps {
  defaults: Record<string, string | undefined>;
  /** Error sentences by field. */
  texts: Record<string, string>;
  minAge: number;
  next: string;
}

/** Gender, wanted gender, email address and password. */
export function WhoStep({ defaults, texts }: StepProps): ReactElement {
  const say = useSay();
  const gender = defaults['gender'] ?? '';
  const lookingFor = soughtGenders.find((value) => value === defaults['looking_for']);
  return (
    <>
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

/** Name, age, place and, if given on a lander, the about text. */
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
      <Field label={say('accounts.name')} help={say('accounts.name-help')} error={texts['name']}>
        <TextInput
          name="name"
          autoComplete="nickname"
          spellCheck={false}
          maxLength={100}
          aria-required
          defaultValue={defaults['name']}
        />
      </Field>
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

/** The visitor's likely country, by the same rule as for prices and search. */
function useUsualCountry(): Country {
  const { data: settings } = useQuery(settingsQuery);
  return settings?.geoip_selected_country ?? (countryCodes[0] as Country);
}

/** Two separate consents, neither preselected, and the first message. */
export function ConsentStep({ defaults, texts, next }: StepProps): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const site = settings?.name ?? say('common.brand');
  const to = parseReceiver(next);
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
      {to !== undefined && !settings?.account_discretion && (
        <FirstMessageField to={to} defaultValue={defaults['signup_message']} error={texts['signup_message']} />
      )}
    </>
  );
}

/** New members are also told of announced terms. */
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
