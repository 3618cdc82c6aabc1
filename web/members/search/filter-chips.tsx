import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { searchedAttributes } from '../../../contract/members/attributes.ts';
import { type SearchOrder, searchOrders } from '../../../contract/members/search-orders.ts';
import { anyCountry } from '../../../contract/platform/countries.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { ChipLink, ChipSelect } from '../../ui/chip.tsx';
import { Icon, X } from '../../ui/icon.tsx';
import { type PlaceWords, reachIn, usePlaceWords } from '../build-caption.ts';
import { Options } from '../choices.tsx';
import {
  type Filters,
  ageHighest,
  ageLowest,
  homeCountry,
  resolveCountry,
  searchAddress,
  useOfferedFilters,
} from './filters.ts';
import { regionsOfQuery } from './use-search.ts';

export function FilterChips(props: { filters: Filters; onApply: (filters: Filters) => void }): ReactElement {
  const { filters, onApply } = props;
  const words = usePlaceWords();
  const { say } = words;
  const { data: settings } = useQuery(settingsQuery);
  const { data: user = null } = useQuery(userQuery);
  const { data: regions } = useQuery(regionsOfQuery(resolveCountry(filters, homeCountry(settings, user))));
  const region = (code: string): string | undefined => regions?.find((one) => one.code === code)?.name;
  const chips = buildChips(filters, { ...words, region }, useOfferedFilters().online);
  return (
    <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] lg:hidden">
      <OrderSelect filters={filters} onApply={onApply} />
      <ul aria-label={say('members.filters')} className="flex gap-2">
        {chips.map(({ key, text, on, stays, next }) => (
          <li key={key} className="flex shrink-0">
            <ChipLink
              on={on}
              preventScrollReset
              to={{ pathname: pathTo('members'), search: searchAddress(next) }}
              onClick={({ currentTarget }) => stays || focusNext(currentTarget)}
              aria-label={on ? say('members.remove-filter', { filter: text }) : undefined}
            >
              {text}
              {on && <Icon of={X} size="xs" />}
            </ChipLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FilterChip {
  key: string;
  text: string;
  on: boolean;
  /** A quick filter, which stays when it is off. */
  stays?: true;
  next: Filters;
}

/** Moves the focus on, because the pressed chip disappears. One always follows: the quick filters are the last. */
function focusNext(chip: Element): void {
  chip.parentElement?.nextElementSibling?.querySelector('a')?.focus();
}

interface ChipNames extends PlaceWords {
  region(code: string): string | undefined;
}

/**
 * Builds chips of the active filters, labeled if the value is unclear, and of the quick filters (online if
 * `hasOnline`).
 */
export function buildChips(filters: Filters, names: ChipNames, hasOnline: boolean): FilterChip[] {
  const { say, country, region } = names;
  const chips: FilterChip[] = [];
  const add = (key: string, text: string, part: Partial<Filters>): void => {
    chips.push({ key, text, on: true, next: { ...filters, ...part } });
  };
  const about = (attribute: SentenceId, value: string): string =>
    say('members.chip', { attribute: say(attribute), value });
  const { gender, ages, distance, chosen, countryregion } = filters;
  if (gender) add('gender', say(`attributes.gender.${gender}.plural`), { gender: null });
  if (ages[0] > ageLowest || ages[1] < ageHighest) {
    const high = ages[1] === ageHighest ? `${ages[1]}+` : ages[1];
    const text = about('members.age', say('members.age-range', { low: ages[0], high }));
    add('age', text, { ages: [ageLowest, ageHighest] });
  }
  if (distance) add('distance', say('members.within', reachIn(names, distance)), { distance: null });
  if (filters.name) add('name', say('members.named', { name: filters.name }), { name: '' });
  // Before the country, which takes the region with it, so that the focus passes to a chip that stays.
  if (countryregion) add('region', region(countryregion) ?? say('members.region'), { countryregion: null });
  if (filters.country) {
    const name = filters.country === anyCountry ? say('members.any-country') : country(filters.country);
    add('country', name, { country: null, countryregion: null });
  }
  for (const name of searchedAttributes)
    for (const value of chosen[name] ?? [])
      add(`${name}-${value}`, about(`attributes.${name}`, say(`attributes.${name}.${value}` as SentenceId)), {
        chosen: { ...chosen, [name]: chosen[name]?.filter((one) => one !== value) },
      });
  for (const key of filters.interests)
    add(key, say(`interests.${key}`), { interests: filters.interests.filter((one) => one !== key) });
  const quick = [
    { key: 'with_photo', text: say('members.with-photo'), on: filters.with_photo },
    ...(hasOnline ? [{ key: 'online', text: say('members.online-now'), on: filters.online } as const] : []),
  ] as const;
  for (const one of quick) chips.push({ ...one, stays: true, next: { ...filters, [one.key]: !one.on } });
  return chips;
}

/** The choice of the order. Visitors get one that does not reveal who is online. */
export function OrderSelect(props: { filters: Filters; onApply: (filters: Filters) => void }): ReactElement | null {
  const { filters, onApply } = props;
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  // A search by name is sorted by name.
  if (!user || filters.name) return null;
  return (
    <ChipSelect
      aria-label={say('members.order')}
      value={filters.order}
      onChange={(event) => onApply({ ...filters, order: event.target.value as SearchOrder })}
    >
      <Options of={searchOrders.map((order) => ({ value: order, label: say(`members.order-${order}`) }))} />
    </ChipSelect>
  );
}
