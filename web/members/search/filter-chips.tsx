import type { ReactElement } from 'react';

import { profileAttributes } from '../../../contract/attributes.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { useFormat } from '../../format.ts';
import { pathTo } from '../../route-table.ts';
import { type Say, useSay } from '../../sentences.tsx';
import { ChipLink } from '../../ui/chip.tsx';
import { Icon, X } from '../../ui/icon.tsx';
import { type Filters, ageHighest, ageLowest, writeFilters } from './filters.ts';

interface Chip {
  key: string;
  text: string;
  on: boolean;
  /** The filters after it was pressed. */
  next: Filters;
}

/** The filters that hold, as links that take them away, and the two that are wanted most, in one line on phones. */
export function FilterChips({ filters }: { filters: Filters }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const chips = chipsOf(filters, say, format.country);
  return (
    <ul
      aria-label={say('members.filters')}
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] lg:hidden"
    >
      {chips.map(({ key, text, on, next }) => (
        <li key={key} className="flex shrink-0">
          <ChipLink
            on={on}
            preventScrollReset
            to={{ pathname: pathTo('members'), search: writeFilters(next) }}
            aria-label={on ? say('members.remove-filter', { filter: text }) : undefined}
          >
            {text}
            {on && <Icon of={X} size="xs" />}
          </ChipLink>
        </li>
      ))}
    </ul>
  );
}

function chipsOf(filters: Filters, say: Say, country: (code: NonNullable<Filters['country']>) => string): Chip[] {
  const chips: Chip[] = [];
  const add = (key: string, text: string, part: Partial<Filters>): void => {
    chips.push({ key, text, on: true, next: { ...filters, ...part } });
  };
  const { gender, ages, distance, chosen } = filters;
  if (gender) add('gender', say(`attributes.gender.${gender}.plural`), { gender: null });
  if (ages[0] > ageLowest || ages[1] < ageHighest) {
    const high = ages[1] === ageHighest ? `${ages[1]}+` : ages[1];
    add('age', say('members.age-range', { low: ages[0], high }), { ages: [ageLowest, ageHighest] });
  }
  if (distance) add('distance', say('members.within', { km: distance }), { distance: null });
  if (filters.country) add('country', country(filters.country), { country: null, countryregion: null });
  if (filters.countryregion) add('region', say('members.region'), { countryregion: null });
  for (const name of profileAttributes)
    for (const value of chosen[name] ?? [])
      add(`${name}-${value}`, say(`attributes.${name}.${value}` as SentenceId), {
        chosen: { ...chosen, [name]: chosen[name]?.filter((one) => one !== value) },
      });
  for (const key of filters.interests)
    add(key, say(`interests.${key}`), { interests: filters.interests.filter((one) => one !== key) });
  const quick = [
    { key: 'with_photo', text: say('members.with-photo'), on: filters.with_photo },
    { key: 'online', text: say('members.online-now'), on: filters.online },
  ] as const;
  for (const one of quick) chips.push({ ...one, next: { ...filters, [one.key]: !one.on } });
  return chips;
}
