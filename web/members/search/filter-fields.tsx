import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { type Gender } from '../../../contract/members/attributes.ts';
import { type Country, anyCountry } from '../../../contract/platform/countries.ts';
import { nameLengthMax } from '../../../contract/members/limits.ts';
import { useFormat } from '../../platform/format.ts';
import { type User, settingsQuery, userQuery } from '../../platform/queries.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/input.tsx';
import { RangePair } from '../../ui/range-pair.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AttributeFilters } from './attribute-filters.tsx';
import { toggled } from '../toggled.ts';
import { type Filters, ageHighest, ageLowest, resolveCountry, distances, gendersFor, homeCountry } from './filters.ts';
import { useOfferedFilters } from './offered-filters.ts';
import { InterestFilter } from './interest-filter.tsx';
import { regionsOfQuery } from './search-queries.ts';
import { useJoin } from '../use-join.ts';
import { settingsOfPlace } from '../settings-of-place.ts';

export interface FilterFieldsProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** Whether folded filters are rendered at once. */
  whole?: boolean;
}

/** Every filter of the search. Each control also posts its value in a plain form. */
export function FilterFields({ filters, onChange, whole }: FilterFieldsProps): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const offered = useOfferedFilters();
  const change = (part: Partial<Filters>): void => onChange({ ...filters, ...part });
  return (
    <div className="grid grid-cols-1 gap-6">
      {offered.name && (
        <Field label={say('members.find-name')}>
          <TextInput
            name="name"
            type="search"
            autoComplete="off"
            maxLength={nameLengthMax}
            value={filters.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
      )}
      {offered.gender && (
        <GenderFilter filters={filters} onChange={change} offered={gendersFor(user?.profile ?? null)} />
      )}
      <AgeFilter filters={filters} onChange={change} />
      <PlaceFilter filters={filters} onChange={change} user={user ?? null} hasRegions={offered.region} />
      {user && offered.distance && (
        <DistanceFilter filters={filters} onChange={change} hasTown={user.profile.town !== null} />
      )}
      <AttributeFilters
        offered={offered.attributes}
        chosen={filters.chosen}
        onChange={(chosen) => change({ chosen })}
        whole={whole}
      />
      <InterestFilter
        offered={offered.interests ?? []}
        chosen={filters.interests}
        onToggle={(key) => change({ interests: toggled(filters.interests, key) })}
        whole={whole}
      />
      <div className="grid gap-3">
        <Checkbox
          name="with_photo"
          value="1"
          checked={filters.with_photo}
          onChange={(event) => change({ with_photo: event.target.checked })}
        >
          {say('members.with-photo')}
        </Checkbox>
        {offered.online && (
          <Checkbox
            name="online"
            value="1"
            checked={filters.online}
            onChange={(event) => change({ online: event.target.checked })}
          >
            {say('members.online-now')}
          </Checkbox>
        )}
      </div>
      {!user && <MoreForMembers />}
    </div>
  );
}

/** Visitors can filter only by the fields that they see; members see more of them. */
function MoreForMembers(): ReactElement {
  const say = useSay();
  const join = useJoin();
  return (
    <p className="text-13 text-ink-2">
      {say('members.filters-join')}{' '}
      <Link to={join.to} onClick={join.ask} className="font-bold text-primary-ink underline underline-offset-3">
        {say('members.join')}
      </Link>
    </p>
  );
}

interface PartProps {
  filters: Filters;
  onChange: (part: Partial<Filters>) => void;
}

/** Only shown if there is a choice: most members look for one gender. */
function GenderFilter({ filters, onChange, offered }: PartProps & { offered: readonly Gender[] }): ReactElement | null {
  const say = useSay();
  if (offered.length < 2) return null;
  return (
    <Segmented<Gender | ''>
      label={say('members.looking-for')}
      name="gender"
      value={filters.gender ?? ''}
      onChange={(gender) => onChange({ gender: gender === '' ? null : gender })}
      options={[
        { value: '', label: say('members.everyone') },
        { value: 'female', label: say('attributes.gender.female.plural') },
        { value: 'male', label: say('attributes.gender.male.plural') },
      ]}
    />
  );
}

function AgeFilter({ filters, onChange }: PartProps): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const youngest = Math.max(ageLowest, settings?.min_age ?? ageLowest);
  return (
    <RangePair
      label={say('members.age')}
      lowLabel={say('members.age-low')}
      highLabel={say('members.age-high')}
      lowName="min_age"
      highName="max_age"
      min={youngest}
      max={ageHighest}
      value={[Math.max(youngest, filters.ages[0]), Math.max(youngest, filters.ages[1])]}
      onChange={(ages) => onChange({ ages })}
      format={(low, high) => say('members.age-range', { low, high: high === ageHighest ? `${high}+` : high })}
    />
  );
}

function PlaceFilter(props: PartProps & { user: User | null; hasRegions: boolean }): ReactElement {
  const { filters, onChange, user, hasRegions } = props;
  const say = useSay();
  const format = useFormat();
  const { data: settings } = useQuery(settingsQuery);
  const home = homeCountry(settings, user);
  const country = resolveCountry(filters, home);
  const everywhere = home === null ? '' : anyCountry;
  const { data: here = [] } = useQuery(regionsOfQuery(country));
  const countries = (settings?.countries ?? []).map((code) => ({ code, name: format.country(code) }));
  countries.sort((a, b) => a.name.localeCompare(b.name));
  return (
    <div className="grid gap-4">
      <Field label={say('members.country')}>
        <Select
          name="country"
          value={country ?? everywhere}
          onChange={(event) => {
            const chosen = event.target.value === '' ? null : (event.target.value as Country | typeof anyCountry);
            onChange({ country: chosen === home ? null : chosen, countryregion: null });
          }}
        >
          <option value={everywhere}>{say('members.any-country')}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {hasRegions && here.length > 0 && (
        <Field label={say('members.region')}>
          <Select
            name="countryregion"
            value={here.some(({ code }) => code === filters.countryregion) ? (filters.countryregion ?? '') : ''}
            onChange={(event) => onChange({ countryregion: event.target.value || null })}
          >
            <option value="">{say('members.any-region')}</option>
            {here.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </div>
  );
}

function DistanceFilter({ filters, onChange, hasTown }: PartProps & { hasTown: boolean }): ReactElement {
  const say = useSay();
  if (!hasTown)
    return (
      <p className="text-13 text-ink-2">
        {say('members.distance-needs-town')}{' '}
        <Link to={settingsOfPlace} className="font-bold text-primary-ink underline underline-offset-3">
          {say('members.choose-town')}
        </Link>
      </p>
    );
  return (
    <Field label={say('members.distance')}>
      <Select
        name="distance"
        value={filters.distance ?? ''}
        onChange={(event) => onChange({ distance: distances.find((known) => known === event.target.value) ?? null })}
      >
        <option value="">{say('members.any-distance')}</option>
        {distances.map((km) => (
          <option key={km} value={km}>
            {say('members.within', { km })}
          </option>
        ))}
      </Select>
    </Field>
  );
}
