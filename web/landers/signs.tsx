import type { ReactElement } from 'react';

import type { Interest } from '../../contract/members/interests.ts';
import type { NicheSlug } from '../../contract/settings/niches.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Drawing } from '../ui/drawing.tsx';
import {
  Bike,
  BookOpen,
  Camera,
  Cat,
  ChefHat,
  Clapperboard,
  Coffee,
  Dice,
  Disc,
  Dog,
  Drama,
  Guitar,
  Icon,
  type LucideIcon,
  Mountain,
  Music,
  Palette,
  PenLine,
  Plane,
  Sprout,
  Tent,
  TreePine,
  Waves,
  Wine,
} from '../ui/icon.tsx';
import globe from './drawings/globe.svg?raw';
import { JoinCard } from './lander-join.tsx';
import { Motif } from './motif.tsx';

/** The signs, and the interest that each stands for. None reveals sexual preferences. */
export const signs = {
  music: Music,
  cooking: ChefHat,
  hiking: Mountain,
  coffee: Coffee,
  dogs: Dog,
  reading: BookOpen,
  travelling: Plane,
  cats: Cat,
  wine: Wine,
  movies: Clapperboard,
  biking: Bike,
  dancing: Disc,
  gardening: Sprout,
  photography: Camera,
  beach: Waves,
  theatre: Drama,
  playing_music: Guitar,
  nature: TreePine,
  board_games: Dice,
  art: Palette,
  camping: Tent,
  writing: PenLine,
} as const satisfies Partial<Record<Interest, LucideIcon>>;

type Sign = keyof typeof signs;

export function Signs({ niche }: { niche: NicheSlug }): ReactElement {
  const say = useSay();
  return (
    <section className="night relative flex-1 overflow-clip bg-page text-ink">
      <Globe />
      <div className="relative mx-auto grid w-full max-w-[72rem] gap-x-14 gap-y-7 px-4 pt-8 pb-12 md:px-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-center lg:pt-10">
        <fieldset className="min-w-0">
          <legend className="mx-auto mb-2 max-w-[36rem] text-center">
            <h1 className="speak text-34 md:text-52">{say('landers.iconslanding.title')}</h1>
          </legend>
          <p className="mx-auto max-w-[36rem] text-center text-15 text-ink-2 md:text-17">
            {say('landers.line', { niche })}
          </p>
          <p className="mt-1.5 mb-6 text-center text-15 font-semibold text-balance text-secondary-ink">
            {say('landers.iconslanding.lead')}
          </p>
          <p className="mx-auto mb-5 grid w-fit justify-items-center gap-2 text-13 font-semibold text-secondary-ink">
            <svg viewBox="-120 -120 240 240" aria-hidden="true" className="size-30 md:size-36">
              <FirstSign niche={niche} />
            </svg>
            {say('landers.motif', { niche })}
          </p>
          <div className="mx-auto flex max-w-[44rem] flex-wrap justify-center gap-y-3 sm:gap-x-3">
            {(Object.keys(signs) as Sign[]).map((sign) => (
              <label
                key={sign}
                className="group/sign relative grid w-24 cursor-pointer justify-items-center gap-1.5 text-center text-12 leading-[1.2] font-semibold text-ink-2 hyphens-auto has-checked:text-secondary-ink"
              >
                <input
                  type="checkbox"
                  name="about"
                  value={say(`interests.${sign}`)}
                  form="join"
                  className="peer sr-only"
                />
                <span className="grid size-14 place-items-center rounded-full bg-surface text-on-primary-soft inset-ring inset-ring-line transition-[background-color,color,box-shadow] group-hover/sign:bg-primary-soft peer-checked:bg-secondary peer-checked:text-on-secondary peer-checked:shadow-glow peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-focus">
                  <Icon of={signs[sign]} />
                </span>
                <span className="max-w-full wrap-anywhere">{say(`interests.${sign}`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className="grid content-start gap-4">
          <p className="text-13 text-ink-2">{say('landers.kept')}</p>
          <JoinCard />
        </div>
      </div>
    </section>
  );
}

/** The niche's sign, always lit. It cannot be chosen, since no sign may reveal sexual preferences. */
export function FirstSign({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <>
      <circle r="118" className="fill-secondary" opacity=".25" />
      <circle r="106" className="fill-primary-soft stroke-secondary" strokeWidth="5" />
      <path d="M-92 50H92A106 106 0 0 1 -92 50Z" className="fill-page" opacity=".55" />
      <Motif niche={niche} at="0 54" scale={0.82} />
    </>
  );
}

export function Globe(): ReactElement {
  return (
    <Drawing
      of={globe}
      className="absolute top-1/2 left-1/2 w-[max(60rem,90%)] -translate-x-1/2 -translate-y-1/2 lg:left-[38%] lg:w-[64rem]"
    />
  );
}
