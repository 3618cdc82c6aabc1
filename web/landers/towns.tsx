import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Country } from '../../contract/platform/countries.ts';
import type { NicheSlug } from '../../contract/settings/niches.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { settingsQuery } from '../platform/calls/queries.ts';
import { useLanguage, useSay } from '../platform/sentences/sentences.tsx';
import { Field, Select, TextInput } from '../ui/field.tsx';
import { JoinCard } from './lander-join.tsx';
import { Motif } from './motif.tsx';
import { townMaps } from './town-map.data.ts';

type MapName = keyof typeof townMaps;

/** The position of a cartouche in the open sea of each map, and its scale. */
const open: Record<MapName, { at: string; scale: number }> = {
  europe: { at: '146 168', scale: 1.36 },
  america: { at: '508 352', scale: 1 },
  oceania: { at: '474 122', scale: 1.2 },
};

function getMap(country: Country | null): { name: MapName; height: number; paths: readonly [Country, string][] } {
  const names = Object.keys(townMaps) as MapName[];
  const name = names.find((one) => country !== null && country in townMaps[one]) ?? 'europe';
  const { height, ...paths } = townMaps[name];
  return { name, height, paths: Object.entries(paths) as [Country, string][] };
}

export function Towns({ niche }: { niche: NicheSlug }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const language = useLanguage();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const own = settings.geoip_selected_country;
  const { name, height, paths } = getMap(own);
  const countries = paths
    .filter(([code]) => settings.countries.includes(code))
    .map(([code]) => ({ code, name: format.country(code) }))
    .sort((one, other) => one.name.localeCompare(other.name, language));
  // CSS cannot compare an option with a path, so each country has its own rule.
  const rules = paths.map(([code]) => `.towns:has([value=${code}]:checked) [data-country=${code}]`).join(',');
  return (
    <section className="towns night relative flex-1 overflow-clip bg-page text-ink">
      <style href="towns" precedence="default">{`${rules}{stroke:var(--secondary);stroke-width:3.4;opacity:1}`}</style>
      <div className="mx-auto grid w-full max-w-page lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-x-6">
        <div className="relative max-lg:px-2 max-lg:pt-4">
          <svg
            viewBox={`0 0 600 ${height}`}
            preserveAspectRatio="xMidYMid meet"
            aria-hidden="true"
            className="h-auto max-h-[52svh] w-full overflow-visible lg:h-full lg:max-h-[60rem] lg:p-4"
          >
            <defs>
              <radialGradient id="towns-sky">
                <stop offset="0" style={{ stopColor: 'var(--primary-soft)' }} />
                <stop offset="1" style={{ stopColor: 'var(--primary-soft)' }} stopOpacity="0" />
              </radialGradient>
            </defs>
            <ellipse cx="300" cy={height * 0.62} rx="330" ry={height * 0.45} fill="url(#towns-sky)" />
            <g className="fill-none stroke-wax-edge" strokeWidth="2.4" strokeLinecap="round">
              {paths.map(([code, path]) => (
                <path key={code} data-country={code} d={path} opacity=".42" className="transition-opacity" />
              ))}
            </g>
            <Cartouche niche={niche} {...open[name]} />
          </svg>
        </div>
        <div className="relative grid content-start gap-4 px-4 pb-12 max-lg:mx-auto max-lg:w-full max-lg:max-w-[34rem] max-lg:pt-1 md:px-8 lg:self-start lg:py-8">
          <h1 className="speak text-34 md:text-52">{say('landers.maplanding.title')}</h1>
          <p className="text-17 text-ink-2">{say('landers.line', { niche })}</p>
          <p className="text-15 text-secondary-ink">
            {say('landers.maplanding.lead')} {say('landing.promise.place')}
          </p>
          <JoinCard>
            <Field label={say('landers.maplanding.country')}>
              <Select name="country" autoComplete="country" defaultValue={own ?? undefined}>
                {countries.map(({ code, name: label }) => (
                  <option key={code} value={code}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={say('landers.maplanding.town')} aside={say('common.optional')}>
              <TextInput name="town_name" autoComplete="address-level2" maxLength={60} />
            </Field>
          </JoinCard>
        </div>
      </div>
    </section>
  );
}

export function Cartouche({ niche, at, scale }: { niche: NicheSlug; at: string; scale: number }): ReactElement {
  return (
    <g transform={`translate(${at}) scale(${scale})`}>
      <ellipse rx="90" ry="72" className="fill-primary-soft stroke-wax-edge" strokeWidth="3" />
      <ellipse rx="82" ry="64" className="fill-page stroke-cup" strokeWidth="1.5" />
      <path d="M-74 27H74Q56 64 0 64T-74 27Z" className="fill-raised" />
      <path
        d="M-90 0q-18 -8 -16 -22q12 -4 18 8M90 0q18 -8 16 -22q-12 -4 -18 8M0 -72q-12 -12 0 -24q12 12 0 24"
        className="fill-wax-edge"
      />
      <Motif niche={niche} at="0 34" scale={0.58} />
    </g>
  );
}
