import { profileAttributes } from '../../../contract/members/attributes.ts';
import { type Country, anyCountry } from '../../../contract/platform/countries.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import type { Say } from '../../platform/sentences.tsx';
import { type Filters, ageHighest, ageLowest } from './filters.ts';

export interface FilterChip {
  key: string;
  text: string;
  on: boolean;
  /** The filters after the chip is pressed. */
  next: Filters;
}

export interface Names {
  say: Say;
  country(code: Country): string;
  /** Undefined while the regions are loading. */
  region(code: string): string | undefined;
}

/** The active filters as chips, labeled if the value is unclear, and the quick filters (online if `hasOnline`). */
export function buildChips(filters: Filters, { say, country, region }: Names, hasOnline: boolean): FilterChip[] {
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
  if (distance) add('distance', say('members.within', { km: distance }), { distance: null });
  if (filters.name) add('name', say('members.named', { name: filters.name }), { name: '' });
  if (filters.country) {
    const name = filters.country === anyCountry ? say('members.any-country') : country(filters.country);
    add('country', name, { country: null, countryregion: null });
  }
  if (countryregion) add('region', region(countryregion) ?? say('members.region'), { countryregion: null });
  for (const name of profileAttributes)
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
  for (const one of quick) chips.push({ ...one, next: { ...filters, [one.key]: !one.on } });
  return chips;
}
