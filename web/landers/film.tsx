import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { FilmScene } from './film-scene.tsx';
import { JoinCard } from './lander-join.tsx';
import type { NicheSlug } from '../platform/niche-slug.ts';

const lines = ['line1', 'line2', 'line3', 'line4'] as const;

/** A film without a video file: a landscape passes the window of a train, with subtitles. It can be paused. */
export function Film({ niche }: { niche: NicheSlug }): ReactElement {
  const say = useSay();
  return (
    <section className="film night flex-1 bg-page text-ink">
      <div className="relative mx-auto max-h-[62svh] min-h-72 w-full max-w-[100rem] overflow-hidden max-md:aspect-5/6 md:aspect-8/3">
        <FilmScene niche={niche} />
        <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-photo-shade via-photo-shade/70 to-transparent pt-16 pb-4 text-on-photo">
          <div className="mx-auto flex w-full max-w-[68rem] items-end gap-3 px-4 md:px-8">
            <p className="relative min-h-12 flex-1 speak text-20 md:min-h-9 md:text-26">
              {lines.map((line) => (
                <span key={line} className="film-line absolute inset-x-0 bottom-0">
                  {say(`landers.video.${line}`)}{' '}
                </span>
              ))}
            </p>
            <label className="flex min-h-11 cursor-pointer items-center gap-2 rounded-pill bg-photo-shade px-4 text-13 font-semibold inset-ring inset-ring-on-photo/40 has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus motion-reduce:hidden">
              <input type="checkbox" data-pause className="size-4.5 accent-secondary" />
              {say('landers.video.pause')}
            </label>
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
