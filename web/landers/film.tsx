import type { ReactElement } from 'react';

import type { NicheSlug } from '../../contract/settings/niches.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Drawing, Shapes } from '../ui/drawing.tsx';
import candle from './drawings/film-candle.svg?raw';
import cup from './drawings/film-cup.svg?raw';
import scene from './drawings/film.svg?raw';
import { JoinCard } from './lander-join.tsx';
import { Motif } from './motif.tsx';

const lines = ['line1', 'line2', 'line3', 'line4'] as const;

export function Film({ niche }: { niche: NicheSlug }): ReactElement {
  const say = useSay();
  return (
    <section className="film night flex-1 bg-page text-ink">
      <div className="relative mx-auto max-h-[46svh] min-h-72 w-full max-w-[100rem] overflow-hidden max-md:aspect-5/6 md:aspect-8/3 md:max-h-[62svh]">
        <FilmScene niche={niche} />
        <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-page via-page/70 to-transparent pt-16 pb-4">
          <div className="mx-auto flex w-full max-w-[68rem] items-end gap-3 px-4 md:px-8">
            <p className="relative min-h-12 flex-1 speak text-20 md:min-h-9 md:text-26">
              {lines.map((line) => (
                <span key={line} className="film-line absolute inset-x-0 bottom-0">
                  {say(`landers.video.${line}`)}{' '}
                </span>
              ))}
            </p>
            <Checkbox
              data-pause
              className="min-h-11 content-center rounded-pill bg-page px-4 text-13 font-semibold inset-ring inset-ring-line-strong motion-reduce:hidden"
            >
              {say('landers.video.pause')}
            </Checkbox>
          </div>
        </div>
      </div>
      <div className="mx-auto grid w-full max-w-[68rem] gap-x-14 gap-y-6 px-4 pt-7 pb-12 md:px-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:pt-10">
        <div className="grid content-start gap-4">
          <h1 className="speak text-34 md:text-52">{say('landers.video.title')}</h1>
          <p className="text-17 text-ink-2">{say('landers.line', { niche })}</p>
        </div>
        <JoinCard />
      </div>
    </section>
  );
}

/** The scenery is drawn twice, so that it loops seamlessly. `film.css` moves the seats together on phones. */
export function FilmScene({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <Drawing of={scene} preserveAspectRatio="xMidYMid slice" className="absolute inset-0 size-full">
      <Motif niche={niche} at="604 353" scale={0.84} />
      {/* The first niche's motif has its own light. */}
      {niche !== 'default' && <Shapes of={candle} />}
      <Shapes of={cup} />
    </Drawing>
  );
}
