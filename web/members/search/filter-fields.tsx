import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';

import { distancesKm } from '../../../contract/geo/geo-bands.ts';
import {
  type Gender,
  type SearchedAttribute,
  type SpokenLanguage,
  attributes,
} from '../../../contract/members/attributes.ts';
import type { Interest } from '../../../contract/members/interests.ts';
import { nameLengthMax } from '../../../contract/members/limits.ts';
import { type Country, anyCountry } from '../../../contract/platform/countries.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { type User, settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import { useLanguage, useSay } from '../../platform/sentences/sentences.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Field, GroupLabel, Select, TextInput } from '../../ui/field.tsx';
import { ChevronDown, Icon } from '../../ui/icon.tsx';
import { RangePair } from '../../ui/range-pair.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ChipChoice, Options, toggleIn } from '../choices.tsx';
import { reachIn, usePlaceWords } from '../build-caption.ts';
import { NeedsTown } from '../finder-link.tsx';
import { LanguageChoice } from '../language-choice.tsx';
import { useJoin } from '../use-join.ts';
import {
  type Filters,
  ageHighest,
  ageLowest,
  gendersFor,
  homeCountry,
  resolveCountry,
  useOfferedFilters,
} from './filters.ts';
import { regionsOfQuery } from './use-search.ts';

export interface FilterFieldsProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
  whole?: boolean;
  /** Only the first fields, with room for the others: for a frame that must come at once. */
  brief?: boolean;
}

export function FilterFields(props: FilterFieldsProps): ReactElement {
  const { filters, onChange, whole = false, brief = false } = props;
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
      {brief ? (
        // 49 px for each folded attribute with its line, and roughly 500 for places, interests and checkboxes.
        <div style={{ height: 49 * offered.attributes.length + 500 }} />
      ) : (
        <>
          <PlaceFilter filters={filters} onChange={change} user={user ?? null} hasRegions={offered.region} />
          {user && offered.distance && (
            <DistanceFilter filters={filters} onChange={change} hasTown={user.profile.town !== null} />
          )}
          <AttributeFilters filters={filters} onChange={change} offered={offered.attributes} whole={whole} />
          <InterestFilter filters={filters} onChange={change} offered={offered.interests ?? []} whole={whole} />
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
        </>
      )}
    </div>
  );
}

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
  const language = useLanguage();
  // Not by `countriesByName`: a shared file costs every search 0.15 KB.
  const countries = (settings?.countries ?? []).map((value) => ({ value, label: format.country(value) }));
  countries.sort((a, b) => a.label.localeCompare(b.label, language));
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
          <Options of={countries} />
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
            <Options of={here.map(({ code, name }) => ({ value: code, label: name }))} />
          </Select>
        </Field>
      )}
    </div>
  );
}

function DistanceFilter({ filters, onChange, hasTown }: PartProps & { hasTown: boolean }): ReactElement {
  const words = usePlaceWords();
  const { say } = words;
  if (!hasTown) return <NeedsTown />;
  return (
    <Field label={say('members.distance')}>
      <Select
        name="distance"
        value={filters.distance ?? ''}
        onChange={(event) => onChange({ distance: distancesKm.find((known) => known === event.target.value) ?? null })}
      >
        <option value="">{say('members.any-distance')}</option>
        <Options of={distancesKm.map((km) => ({ value: km, label: say('members.within', reachIn(words, km)) }))} />
      </Select>
    </Field>
  );
}

function AttributeFilters(
  props: PartProps & { offered: readonly SearchedAttribute[]; whole: boolean },
): ReactElement | null {
  const { filters, onChange, offered, whole } = props;
  const { chosen } = filters;
  const say = useSay();
  if (offered.length === 0) return null;
  return (
    <div className="divide-y divide-line border-y border-line">
      {offered.map((name) => {
        const values = chosen[name] ?? [];
        const toggle = (value: string): void => onChange({ chosen: { ...chosen, [name]: toggleIn(values, value) } });
        const said = values.map((value) => say(`attributes.${name}.${value}` as SentenceId)).join(', ');
        return (
          <FoldedChoices
            key={name}
            name={name}
            chosen={values}
            whole={whole}
            className="group"
            summary={
              <summary className="flex min-h-12 items-center gap-3 py-2 text-13 font-semibold">
                <span className="shrink-0 text-ink-2">{say(`attributes.${name}`)}</span>
                <span className="min-w-0 flex-1 truncate text-right">{said || say('members.any')}</span>
                <Icon of={ChevronDown} size="sm" className="transition-transform group-open:rotate-180" />
              </summary>
            }
          >
            {() => (
              <fieldset className="pb-4">
                <legend className="sr-only">{say(`attributes.${name}`)}</legend>
                {name === 'languages' ? (
                  <LanguageChoice chosen={values as readonly SpokenLanguage[]} onToggle={toggle} />
                ) : (
                  <ChipChoice<string>
                    name={name}
                    values={attributes[name]}
                    chosen={values}
                    sentence={(value) => `attributes.${name}.${value}` as SentenceId}
                    onToggle={toggle}
                  />
                )}
              </fieldset>
            )}
          </FoldedChoices>
        );
      })}
    </div>
  );
}

const shownFirst = 6;

function InterestFilter(props: PartProps & { offered: readonly Interest[]; whole: boolean }): ReactElement | null {
  const { filters, onChange, offered, whole } = props;
  const chosen = filters.interests;
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  // Sorted when the form opens: chips keep their positions while they are pressed.
  const [first] = useState(() => new Set([...chosen, ...(user?.profile.interests ?? [])]));
  const sorted = [...offered.filter((key) => first.has(key)), ...offered.filter((key) => !first.has(key))];
  if (sorted.length === 0) return null;
  const count = Math.max(shownFirst, Math.min(first.size, shownFirst * 2));
  const rest = sorted.slice(count);
  const choice = (values: readonly Interest[]): ReactElement => (
    <ChipChoice<Interest>
      name="interests"
      values={values}
      chosen={chosen}
      sentence={(key) => `interests.${key}`}
      onToggle={(key) => onChange({ interests: toggleIn(chosen, key) })}
    />
  );
  return (
    <fieldset className="min-w-0">
      <GroupLabel>{say('attributes.interests')}</GroupLabel>
      {choice(sorted.slice(0, count))}
      {rest.length > 0 && (
        <FoldedChoices
          name="interests"
          chosen={chosen.filter((key) => rest.includes(key))}
          whole={whole}
          className="mt-2"
          summary={
            <summary className="inline-flex min-h-11 items-center rounded-pill px-2 text-13 font-bold text-primary-ink hover:bg-primary-soft">
              {say('members.interests-more', { count: rest.length })}
            </summary>
          }
        >
          {() => <div className="mt-2">{choice(rest)}</div>}
        </FoldedChoices>
      )}
    </fieldset>
  );
}

interface FoldedChoicesProps {
  name: string;
  chosen: readonly string[];
  /** Whether the choices are rendered at once, as pages without JavaScript request. */
  whole: boolean;
  summary: ReactElement;
  className?: string;
  children: () => ReactNode;
}

/** Rendered when first opened, so that unfiltered pages stay small. Until then a plain form posts the chosen values. */
export function FoldedChoices(props: FoldedChoicesProps): ReactElement {
  const { name, chosen, whole, summary, className, children } = props;
  const element = useRef<HTMLDetailsElement>(null);
  const [made, setMade] = useState(whole);
  // The line may have been opened before hydration.
  useEffect(() => setMade((before) => before || element.current?.open === true), []);
  return (
    <details ref={element} className={cx(!made && 'only-hydrated', className)} onToggle={() => setMade(true)}>
      {summary}
      {made ? children() : chosen.length > 0 && <input type="hidden" name={name} value={chosen.join(',')} />}
    </details>
  );
}
