import type { ReactElement } from 'react';

import type { NicheSlug } from '../../contract/settings/niches.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { cx } from '../ui/cx.ts';
import { Drawing } from '../ui/drawing.tsx';
import { Icon, Plus } from '../ui/icon.tsx';
import chairs from './drawings/painting-chairs.svg?raw';
import door from './drawings/painting-door.svg?raw';
import letter from './drawings/painting-letter.svg?raw';
import moon from './drawings/painting-moon.svg?raw';
import pears from './drawings/painting-pears.svg?raw';
import rain from './drawings/painting-rain.svg?raw';
import stillLife from './drawings/painting-still-life.svg?raw';
import { JoinCard } from './lander-join.tsx';
import { Motif } from './motif.tsx';

/** Each frame's width in the four columns of wide windows, and its picture's shape. Phones show four pictures. */
const hanging: readonly { name: PaintingName; place: string; shape: string }[] = [
  { name: 'niche', place: 'col-span-2', shape: 'aspect-8/5' },
  { name: 'moon', place: 'md:row-span-2', shape: 'aspect-4/5 md:aspect-1/2' },
  { name: 'pears', place: '', shape: 'aspect-4/5' },
  { name: 'door', place: '', shape: 'aspect-4/5' },
  { name: 'rain', place: 'max-md:hidden', shape: 'aspect-4/5' },
  { name: 'letter', place: 'max-md:hidden', shape: 'aspect-4/5' },
  { name: 'chairs', place: 'col-span-2 max-md:hidden', shape: 'aspect-8/5' },
];

export function Gallery({ niche }: { niche: NicheSlug }): ReactElement {
  const say = useSay();
  return (
    <section className="flex-1 bg-page">
      <div className="mx-auto grid w-full max-w-page gap-x-12 gap-y-8 px-4 pt-7 pb-12 md:px-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:pt-11">
        <div className="grid min-w-0 content-start gap-6">
          <div className="grid gap-2">
            <h1 className="speak text-34 md:text-52">{say('landers.gallery.title')}</h1>
            <p className="text-15 text-ink-2 md:text-17">{say('landers.line', { niche })}</p>
          </div>
          <fieldset className="wall min-w-0 rounded-card px-3 pt-5 pb-5 md:p-7">
            <legend className="sr-only">{say('landers.gallery.title')}</legend>
            <div className="grid grid-flow-dense grid-cols-2 items-start gap-x-3 gap-y-5 md:grid-cols-4 md:gap-x-6 md:gap-y-7">
              {hanging.map((frame) => (
                <Frame key={frame.name} niche={niche} {...frame} />
              ))}
              <a
                href="#join"
                className="group/empty block text-center text-13 font-semibold text-on-primary-soft md:col-span-2"
              >
                <span className="mb-2.5 grid aspect-4/5 place-items-center rounded-small border-2 border-dashed border-current md:aspect-8/5">
                  <span className="grid size-11 place-items-center rounded-full bg-primary text-on-primary group-hover/empty:bg-primary-hover">
                    <Icon of={Plus} />
                  </span>
                </span>
                {say('landers.gallery.empty')}
              </a>
            </div>
          </fieldset>
        </div>
        <div className="grid content-start gap-4 lg:pt-2">
          <p className="text-13 text-ink-2">{say('landers.kept')}</p>
          <JoinCard />
        </div>
      </div>
    </section>
  );
}

type FrameProps = (typeof hanging)[number] & { niche: NicheSlug };

/** The niche's picture cannot be chosen: no choice may reveal sexual preferences. */
function Frame({ niche, name, place, shape }: FrameProps): ReactElement {
  const say = useSay();
  if (name === 'niche')
    return (
      <div className={cx('relative text-center', place)}>
        <Hung niche={niche} name={name} shape={shape} title={say('landers.motif', { niche })} />
      </div>
    );
  const title = say(`landers.gallery.${name}`);
  return (
    <label className={cx('group/frame relative block cursor-pointer text-center', place)}>
      <input
        type="radio"
        name="about"
        value={say('landers.gallery.about', { picture: title })}
        form="join"
        aria-label={title}
        className="peer absolute inset-0 z-1 cursor-pointer opacity-0"
      />
      <Hung niche={niche} name={name} shape={shape} title={title} />
    </label>
  );
}

/** The light turns to the picture while the preceding input is checked. */
function Hung({ niche, name, shape, title }: Omit<FrameProps, 'place'> & { title: string }): ReactElement {
  return (
    <>
      <span
        className={cx(
          'frame relative mb-2.5 block overflow-hidden peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-focus',
          shape,
        )}
      >
        <Painting name={name} niche={niche} />
      </span>
      {/* Above the shadow of the frame, which would dim it. */}
      <span className="relative inline-block rounded-small px-2 py-0.5 text-13 leading-[1.3] font-semibold text-balance text-on-primary-soft peer-checked:bg-primary peer-checked:text-on-primary">
        {title}
      </span>
    </>
  );
}

const paintings = { niche: stillLife, chairs, moon, pears, door, rain, letter };

type PaintingName = keyof typeof paintings;

export function Painting({ name, niche }: { name: PaintingName; niche: NicheSlug }): ReactElement {
  return (
    <Drawing of={paintings[name]} preserveAspectRatio="xMidYMid slice" className="night absolute inset-0 size-full">
      {name === 'niche' ? <Motif niche={niche} at="160 174" scale={0.98} /> : undefined}
    </Drawing>
  );
}
