import type { ReactElement } from 'react';

import type { NicheSlug } from '../../contract/settings/niches.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { cx } from '../ui/cx.ts';
import { Drawing } from '../ui/drawing.tsx';
import cuttings from './drawings/cuttings.svg?raw';
import postcard from './drawings/postcard.svg?raw';
import { JoinCard } from './lander-join.tsx';
import { Motif } from './motif.tsx';

interface Scrap {
  name: string;
  value?: string;
  words: SentenceId;
}

const rows: { label: SentenceId; type: 'radio' | 'checkbox'; scraps: readonly Scrap[] }[] = [
  {
    label: 'landing.i-am',
    type: 'radio',
    scraps: [
      { name: 'gender', value: 'female', words: 'landing.i-am.female' },
      { name: 'gender', value: 'male', words: 'landing.i-am.male' },
    ],
  },
  {
    label: 'landing.looking',
    type: 'radio',
    scraps: [
      { name: 'looking_for', value: 'female', words: 'landing.looking.female' },
      { name: 'looking_for', value: 'male', words: 'landing.looking.male' },
      { name: 'looking_for', value: 'both', words: 'landing.looking.both' },
    ],
  },
  {
    label: 'landers.collagelanding.for',
    type: 'checkbox',
    scraps: (['talks', 'sundays', 'nights', 'new'] as const).map((topic) => ({
      name: 'about',
      words: `landers.collagelanding.${topic}`,
    })),
  },
];

/** Returns the rows of a niche. A site where men look for men need not ask about genders. */
const rowsIn = (niche: NicheSlug): typeof rows => (niche === 'gay' ? rows.slice(-1) : rows);

const papers = [
  'bg-chosen text-ink',
  'bg-secondary-soft text-on-secondary-soft',
  'bg-surface text-ink',
  'bg-primary text-on-primary',
  'bg-primary-soft text-on-primary-soft',
];
const tilts = ['-rotate-2', 'rotate-1', '-rotate-1', 'rotate-2', 'rotate-0'];
const getPaper = (place: number): string => papers[place % papers.length] ?? '';
const getTilt = (place: number): string => tilts[place % tilts.length] ?? '';

export function Collage({ niche }: { niche: NicheSlug }): ReactElement {
  const say = useSay();
  return (
    <section className="desk relative flex-1 overflow-clip bg-sunken">
      <Cuttings />
      <div className="relative mx-auto grid w-full max-w-[72rem] gap-x-12 gap-y-7 px-4 pt-8 pb-12 md:px-8 lg:grid-cols-[1fr_24rem] lg:pt-14">
        <div className="grid min-w-0 content-start gap-6">
          <h1 className="max-w-[44rem] speak text-34 md:text-52">
            <Cut words={say('landers.collagelanding.title')} />
          </h1>
          <div className="flex items-start gap-5">
            <p className="min-w-0 flex-1 text-17 text-ink-2 md:max-w-[34rem]">{say('landers.line', { niche })}</p>
            <Cutting niche={niche} />
          </div>
          {rowsIn(niche).map((row, place) => (
            <Choice key={row.label} {...row} place={place} />
          ))}
          <p className="max-w-[34rem] text-13 text-ink-2">{say('landers.kept')}</p>
        </div>
        {/* Leaves the space of the postcard, also in niches with a single question beside it. */}
        <JoinCard className="lg:pt-4 lg:pb-88" ground="from-sunken" />
      </div>
    </section>
  );
}

function Cutting({ niche }: { niche: NicheSlug }): ReactElement {
  const say = useSay();
  return (
    <div className="taped paper relative w-[46%] max-w-60 shrink-0 rotate-3 lg:absolute lg:right-[max(2rem,50%-34rem)] lg:bottom-10 lg:w-72 lg:max-w-none">
      <figure className="torn grid gap-1.5 bg-chosen p-2 pb-2.5 text-ink lg:p-2.5">
        <Postcard niche={niche} />
        <figcaption className="text-center speak text-15 leading-[1.25] text-balance lg:text-17">
          {say('landers.motif', { niche })}
        </figcaption>
      </figure>
    </div>
  );
}

function Cut({ words }: { words: string }): ReactElement {
  return (
    <>
      {words.split(' ').map((word, place) => (
        <span
          key={`${word} ${place}`}
          className={cx('paper mr-2 mb-1.5 inline-block max-w-full align-top md:mr-3 md:mb-2.5', getTilt(place))}
        >
          <span className={cx('torn block px-2.5 pt-1 pb-0.5 wrap-anywhere md:px-4', getPaper(place))}>
            {word}
            {/* A space between the words, for screen readers and copying. */}{' '}
          </span>
        </span>
      ))}
    </>
  );
}

function Choice({ label, type, scraps, place }: (typeof rows)[number] & { place: number }): ReactElement {
  const say = useSay();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2.5 speak text-20">{say(label)}</legend>
      <div className="flex flex-wrap gap-x-3 gap-y-3.5">
        {scraps.map(({ name, value, words }, index) => (
          <label
            key={words}
            className={cx(
              'scrap paper relative block max-w-full cursor-pointer transition-[rotate,scale] hover:scale-[1.03] has-checked:rotate-0 has-focus-visible:outline-3 has-focus-visible:outline-offset-4 has-focus-visible:outline-focus',
              getTilt(index + place),
            )}
          >
            <input
              type={type}
              name={name}
              value={value ?? say(words)}
              form="join"
              className="absolute inset-0 z-1 cursor-pointer opacity-0"
            />
            <span className="torn flex min-h-12 items-center bg-chosen px-4.5 py-2 text-17 font-semibold text-ink">
              {say(words)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Cuttings(): ReactElement {
  return (
    <Drawing
      of={cuttings}
      preserveAspectRatio="xMidYMid slice"
      className="absolute inset-0 hidden size-full md:block"
    />
  );
}

export function Postcard({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <Drawing of={postcard} className="night w-full">
      <Motif niche={niche} at="115 147" scale={0.8} />
    </Drawing>
  );
}
