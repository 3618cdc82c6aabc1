import type { ReactElement } from 'react';

import type { NicheSlug } from '../../contract/settings/niches.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Drawing, Shapes } from '../ui/drawing.tsx';
import candle from './drawings/day-candle.svg?raw';
import scene from './drawings/day.svg?raw';
import { JoinCard } from './lander-join.tsx';
import { Motif } from './motif.tsx';

export function Day({ niche }: { niche: NicheSlug }): ReactElement {
  const say = useSay();
  return (
    <section className="day flex-1 bg-page">
      <div className="mx-auto grid w-full max-w-[72rem] gap-x-14 gap-y-6 px-4 pt-6 pb-12 md:px-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-center lg:pt-10">
        <div className="relative aspect-10/9 max-h-[60svh] w-full overflow-hidden rounded-card shadow-e2 lg:aspect-4/5 lg:max-h-[44rem]">
          <DayWindow niche={niche} />
        </div>
        <div className="grid content-start gap-4">
          <h1 className="speak text-34 md:text-52">{say('landers.transitionsvideolanding.title')}</h1>
          <p className="text-17 text-ink-2">{say('landers.line', { niche })}</p>
          <fieldset className="min-w-0">
            <legend className="sr-only">{say('landers.transitionsvideolanding.title')}</legend>
            <div className="grid grid-cols-2 gap-2.5">
              {times.map((time) => (
                <label key={time} className="toggle-chip min-h-12 justify-center px-2 text-center text-15">
                  <input
                    type="radio"
                    name="about"
                    form="join"
                    data-time={time}
                    value={say('landers.transitionsvideolanding.about', { time })}
                    className="absolute opacity-0"
                  />
                  {say(`landers.transitionsvideolanding.${time}`)}
                </label>
              ))}
            </div>
            {/* Space for one line is reserved, so that nothing moves when it appears. */}
            <div aria-live="polite" className="mt-3 min-h-12 text-15 text-ink-2">
              <p className="day-kept">{say('landers.kept')}</p>
              {times.map((time) => (
                <p key={time} data-time={time} className="day-reply text-secondary-ink">
                  {say(`landers.transitionsvideolanding.reply.${time}`)}
                </p>
              ))}
            </div>
          </fieldset>
          <JoinCard />
        </div>
      </div>
    </section>
  );
}

const times = ['morning', 'noon', 'evening', 'night'] as const;

/** `landers.css` shows one of four layered skies and turns the wheel of sun and moon. Without motion it is evening. */
export function DayWindow({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <Drawing of={scene} preserveAspectRatio="xMidYMax slice" className="absolute inset-0 size-full">
      <Motif niche={niche} at="262 446" scale={0.92} />
      {/* The first niche's motif has its own candle. */}
      {niche !== 'default' && <Shapes of={candle} />}
    </Drawing>
  );
}
