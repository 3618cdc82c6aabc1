import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';

import type { Town } from '../../../contract/members/operations.ts';
import { type Country, isCountry } from '../../../contract/platform/countries.ts';
import { countriesByName } from '../../platform/sentences/countries-by-name.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { useIsHydrated } from '../../platform/pages/hydrated.ts';
import { regionsQuery, settingsQuery } from '../../platform/calls/queries.ts';
import { useLanguage, useSay } from '../../platform/sentences/sentences.tsx';
import { useDebounced } from '../../platform/use-debounced.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field, Select, TextInput } from '../../ui/field.tsx';
import { Icon, MapPin } from '../../ui/icon.tsx';
import { isComposing } from '../../ui/is-composing.ts';
import { townsQuery } from '../accounts-queries.ts';
import { useOwnPlace } from './use-own-place.ts';

export interface Place {
  country: Country;
  countryregion: string;
  town: { id: string; name: string };
}

export const nowhere = { id: '', name: '' };

/** Posts `country`, `countryregion`, `town` and `town_name`. The device is located only after a click. */
export function PlaceFields(props: {
  value: Place;
  onChange: (place: Place) => void;
  texts: Record<string, string>;
}): ReactElement {
  const say = useSay();
  const format = useFormat();
  const language = useLanguage();
  const { value, onChange, texts } = props;
  const { data: settings } = useQuery(settingsQuery);
  const countries = countriesByName(settings?.countries ?? [], format, language);
  const selectTown = ({ id, name, region, country }: Town): void =>
    onChange({ country, countryregion: region, town: { id, name } });
  return (
    <>
      <Field label={say('accounts.country')} error={texts['country']}>
        <Select
          name="country"
          autoComplete="country"
          value={value.country}
          onChange={({ target }) => {
            if (isCountry(target.value)) onChange({ country: target.value, countryregion: '', town: nowhere });
          }}
        >
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <RegionField value={value} onChange={onChange} error={texts['countryregion']} />
      <div className="grid gap-1">
        <TownField
          country={value.country}
          value={value.town}
          onChange={(town) => onChange({ ...value, town })}
          onChoose={selectTown}
          error={texts['town']}
        />
        <FindMe onFound={selectTown} />
      </div>
    </>
  );
}

/** The regions depend on the country. Without JavaScript they cannot follow it, so only the town is asked for. */
function RegionField(props: {
  value: Place;
  onChange: (place: Place) => void;
  error: string | undefined;
}): ReactElement | null {
  const say = useSay();
  const { value, onChange, error } = props;
  const hydrated = useIsHydrated();
  const { data: regions } = useQuery({ ...regionsQuery, enabled: hydrated });
  const own = regions?.[value.country] ?? [];
  return (
    <Field label={say('accounts.region')} aside={say('common.optional')} error={error} className="unscripted:hidden">
      <Select
        name="countryregion"
        value={value.countryregion}
        onChange={({ target }) => onChange({ ...value, countryregion: target.value, town: nowhere })}
      >
        <option value="">{say('accounts.region-any')}</option>
        {own.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function FindMe({ onFound }: { onFound: (town: Town) => void }): ReactElement {
  const say = useSay();
  const { permission, busy, problem, find } = useOwnPlace();
  const state = permission === 'unsupported' || permission === 'denied' ? permission : 'privacy';
  return (
    <div className="grid justify-items-start gap-1.5 unscripted:hidden">
      {permission !== 'unsupported' && (
        <Button
          variant="plain"
          size="sm"
          className="-ml-3"
          busy={busy}
          busyLabel={say('accounts.locating')}
          disabled={permission === 'denied'}
          onClick={() => void find().then((town) => town && onFound(town))}
        >
          <Icon of={MapPin} size="sm" />
          {say('accounts.locate')}
        </Button>
      )}
      <p className="max-w-[62ch] text-13 text-ink-3" aria-live="polite">
        {problem ?? say(`accounts.place-${state}`)}
      </p>
    </div>
  );
}

const restMs = 180;

interface TownFieldProps {
  country: Country;
  /** The typed text, and the id of the town if one is chosen. */
  value: { id: string; name: string };
  onChange: (value: { id: string; name: string }) => void;
  onChoose: (town: Town) => void;
  error?: string | undefined;
}

/** A text field with a list of matching towns. Posts `town` (its id) and `town_name` (the typed text). */
function TownField({ country, value, onChange, onChoose, error }: TownFieldProps): ReactElement {
  const say = useSay();
  const list = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const typed = useDebounced(value.name.trim().slice(0, 60), restMs);
  const { data: towns = [], isFetching } = useQuery({
    ...townsQuery(country, typed),
    enabled: open && typed !== '',
    placeholderData: keepPreviousData,
  });
  const asked = open && typed !== '' && value.id === '';
  const shown = asked ? towns.slice(0, 8) : [];
  const none = asked && towns.length === 0 && !isFetching;
  const choose = (town: Town): void => {
    onChoose(town);
    setOpen(false);
    setActive(-1);
  };
  const press = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    const town = shown[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      if (shown.length > 0) setActive((active + (event.key === 'ArrowDown' ? 1 : shown.length)) % shown.length);
    } else if (event.key === 'Enter' && town) {
      // Chooses the town; a second Enter submits the form.
      event.preventDefault();
      choose(town);
    } else if (event.key === 'Escape' && (shown.length > 0 || none)) {
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div className="relative">
      <Field label={say('accounts.town')} aside={say('common.optional')} help={say('accounts.town-help')} error={error}>
        <TextInput
          name="town_name"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown.length > 0 || none}
          aria-controls={list}
          aria-activedescendant={shown[active] ? `${list}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={60}
          value={value.name}
          onChange={(event) => {
            onChange({ id: '', name: event.target.value });
            setOpen(true);
            setActive(-1);
          }}
          onKeyDown={press}
          onBlur={() => setOpen(false)}
        />
      </Field>
      <input type="hidden" name="town" value={value.id} />
      <Towns id={list} towns={shown} none={none} active={active} onChoose={choose} />
      <span className="sr-only" aria-live="polite">
        {asked ? say('accounts.town-count', { count: shown.length }) : ''}
      </span>
    </div>
  );
}

function Towns(props: {
  id: string;
  towns: readonly Town[];
  none: boolean;
  active: number;
  onChoose: (town: Town) => void;
}): ReactElement {
  const say = useSay();
  const { id, towns, none, active, onChoose } = props;
  const list = useRef<HTMLDivElement>(null);
  const { data: regions } = useQuery({ ...regionsQuery, enabled: towns.length > 0 });
  // Otherwise the list could open out of sight, behind an on-screen keyboard or below the bottom of a dialog.
  useEffect(() => {
    if (towns.length > 0 || none) list.current?.scrollIntoView({ block: 'nearest' });
  }, [towns.length, none]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={say('accounts.town')}
      hidden={towns.length === 0 && !none}
      className="absolute inset-x-0 top-[76px] z-20 max-h-72 overflow-y-auto rounded-photo bg-raised p-1.5 shadow-e2 inset-ring inset-ring-line"
    >
      {towns.map((town, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has focus and keys
        <div
          key={town.id}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === active}
          tabIndex={-1}
          // The field keeps the focus, so that the list stays open until the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(town)}
          className={cx(
            'flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-input px-3 py-2',
            place === active ? 'bg-primary-soft text-on-primary-soft' : 'hover:bg-sunken',
          )}
        >
          <span className="font-semibold">{town.name}</span>
          {/* Distinguishes towns with the same name. */}
          <span className="text-right text-13 opacity-80">
            {regions?.[town.country]?.find(({ code }) => code === town.region)?.name}
          </span>
        </div>
      ))}
      {none && (
        <div role="option" aria-selected={false} aria-disabled="true" tabIndex={-1} className="px-3 py-2.5 text-13">
          {say('accounts.town-none')}
        </div>
      )}
    </div>
  );
}
