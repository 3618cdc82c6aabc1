import { useQuery } from '@tanstack/react-query';
import { type ReactElement } from 'react';

import { type Country, isCountry } from '../../contract/platform/countries.ts';
import type { Town } from '../../contract/members/operations.ts';
import { countriesByName } from '../platform/countries-by-name.ts';
import { useFormat } from '../platform/format.ts';
import { regionsQuery, settingsQuery } from '../platform/queries.ts';
import { useLanguage, useSay } from '../platform/sentences.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Icon, MapPin } from '../ui/icon.tsx';
import { Select } from '../ui/input.tsx';
import { TownField } from './town-field.tsx';
import { useOwnPlace } from './use-own-place.ts';
import { useIsHydrated } from '../platform/hydrated.ts';

export interface Place {
  country: Country;
  countryregion: string;
  town: { id: string; name: string };
}

export const nowhere = { id: '', name: '' };

/**
 * Country, region and town, or the device's position after a click. Posts `country`, `countryregion`, `town` and
 * `town_name`.
 */
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
  const take = ({ id, name, region, country }: Town): void =>
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
          onChoose={take}
          error={texts['town']}
        />
        <FindMe onFound={take} />
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
