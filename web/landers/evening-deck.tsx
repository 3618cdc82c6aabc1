import type { ReactElement } from 'react';

import { PageScript } from '../platform/page-script.tsx';
import { useSay } from '../platform/sentences.tsx';
import { Check, Icon, Undo2, X } from '../ui/icon.tsx';
import { buttonClasses } from '../ui/button-classes.ts';
import { type EveningName, evenings } from './evening-names.ts';
import { EveningScene } from './evening-scene.tsx';
import { JoinCard } from './lander-join.tsx';
import { MotifEvening } from './motif-evening.tsx';
import type { NicheSlug } from '../platform/niche-slug.ts';
import { runDeck, swipeCards } from './run-deck.ts';

/**
 * Drawn evenings to accept or decline. Without JavaScript they are a list of checkboxes; `data-deck`, set by the
 * script before the cards are parsed, stacks them. Either way the checkboxes hold the state, and CSS shows it below.
 */
export function EveningDeck({ niche }: { niche: NicheSlug }): ReactElement {
  const say = useSay();
  return (
    <section className="group/evenings flex-1 overflow-x-clip bg-linear-to-b from-page to-primary-soft">
      <PageScript run={runDeck} values={[]} />
      <div className="mx-auto grid w-full max-w-[68rem] gap-x-16 gap-y-5 px-4 pt-5 pb-12 md:px-8 md:pt-10 lg:grid-cols-[1fr_25rem] lg:content-center lg:pt-14">
        <div className="grid content-start gap-2.5 md:max-lg:text-center lg:self-end">
          <h1 className="speak text-34 md:text-52">{say('landers.tinderswipe.title')}</h1>
          <p className="text-15 text-ink-2 md:text-17">{say('landers.line', { niche })}</p>
        </div>
        <div className="mx-auto grid w-full max-w-[25rem] content-start gap-4 not-group-data-deck/evenings:max-w-none lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <fieldset className="relative grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 group-data-deck/evenings:block group-data-deck/evenings:h-[clamp(17rem,100svh-24rem,31.25rem)] md:group-data-deck/evenings:h-125">
            <legend className="sr-only">{say('landers.tinderswipe.title')}</legend>
            {evenings.map((name, depth) => (
              <Card key={name} name={name} niche={niche} depth={depth} />
            ))}
            <Said niche={niche} />
          </fieldset>
          <Controls />
        </div>
        <JoinCard className="max-w-[30rem] max-lg:mx-auto max-lg:w-full" />
      </div>
      <PageScript run={swipeCards} values={[]} />
    </section>
  );
}

const placed =
  'group-data-deck/evenings:absolute group-data-deck/evenings:inset-0 group-data-deck/evenings:cursor-grab group-data-deck/evenings:touch-pan-y group-data-deck/evenings:transition-[translate,rotate,scale,opacity] group-data-deck/evenings:duration-(--m-3) data-held:transition-none data-held:cursor-grabbing';
const deeper =
  'group-data-deck/evenings:data-[depth=1]:rotate-4 group-data-deck/evenings:data-[depth=1]:scale-[.97] group-data-deck/evenings:data-[depth=1]:opacity-60 group-data-deck/evenings:data-[depth=2]:-rotate-4 group-data-deck/evenings:data-[depth=2]:scale-[.95] group-data-deck/evenings:data-[depth=2]:opacity-35 group-data-deck/evenings:data-[depth=3]:scale-[.92] group-data-deck/evenings:data-[depth=3]:opacity-0 group-data-deck/evenings:data-[depth=4]:opacity-0';
const gone =
  'data-[gone=yes]:translate-x-[130%] data-[gone=yes]:rotate-12 data-[gone=no]:-translate-x-[130%] data-[gone=no]:-rotate-12 data-gone:pointer-events-none data-gone:opacity-0';
const stamp =
  'absolute top-5 hidden rounded-card px-4 py-1.5 speak text-26 opacity-0 group-data-deck/evenings:block pointer-events-none';

function Card({ name, niche, depth }: { name: EveningName; niche: NicheSlug; depth: number }): ReactElement {
  const say = useSay();
  const caption = say(`landers.tinderswipe.${name}`, { niche });
  return (
    <label
      data-card={name}
      data-depth={depth}
      style={{ zIndex: evenings.length - depth }}
      className={`relative block aspect-4/3 cursor-pointer overflow-hidden rounded-card bg-photo-shade text-on-photo shadow-e2 select-none group-data-deck/evenings:aspect-auto has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus ${placed} ${deeper} ${gone}`}
    >
      {name === 'niche' ? <MotifEvening niche={niche} /> : <EveningScene name={name} />}
      <span className="absolute inset-x-0 bottom-0 flex items-center gap-3 bg-linear-to-t from-photo-shade via-photo-shade/80 to-transparent px-5 pt-14 pb-4">
        <input
          type="checkbox"
          form="join"
          name="about"
          data-evening={name}
          value={caption}
          className="size-5 shrink-0 accent-primary group-data-deck/evenings:hidden"
        />
        <span data-caption className="speak text-20 md:group-data-deck/evenings:text-26">
          {caption}
        </span>
      </span>
      <span data-stamp="yes" aria-hidden="true" className={`${stamp} left-5 -rotate-6 bg-primary text-on-primary`}>
        {say('landers.tinderswipe.yes')}
      </span>
      <span data-stamp="no" aria-hidden="true" className={`${stamp} right-5 rotate-6 bg-surface text-ink`}>
        {say('landers.tinderswipe.no')}
      </span>
    </label>
  );
}

const shownFor: Record<EveningName, string> = {
  niche: 'group-has-[[data-evening=niche]:checked]/evenings:flex',
  cook: 'group-has-[[data-evening=cook]:checked]/evenings:flex',
  walk: 'group-has-[[data-evening=walk]:checked]/evenings:flex',
  records: 'group-has-[[data-evening=records]:checked]/evenings:flex',
  talk: 'group-has-[[data-evening=talk]:checked]/evenings:flex',
};

/** The accepted evenings, in words. In the deck, the list lies under the last card. */
function Said({ niche }: { niche: NicheSlug }): ReactElement {
  const say = useSay();
  return (
    <div className="col-span-full hidden content-center gap-3 rounded-card bg-surface p-5 text-ink shadow-e1 inset-ring inset-ring-line group-has-checked/evenings:grid group-data-deck/evenings:absolute group-data-deck/evenings:inset-0 group-data-deck/evenings:grid group-data-[deck=open]/evenings:invisible">
      <div className="hidden gap-3 group-has-checked/evenings:grid">
        <h2 data-said tabIndex={-1} className="speak text-26 outline-none">
          {say('landers.tinderswipe.said')}
        </h2>
        <ul className="grid gap-2">
          {evenings.map((name) => (
            <li key={name} className={`hidden items-center gap-2.5 text-17 font-semibold ${shownFor[name]}`}>
              <Icon of={Check} size="sm" className="shrink-0 text-primary-ink" />
              {say(`landers.tinderswipe.${name}`, { niche })}
            </li>
          ))}
        </ul>
        <p className="text-15 text-ink-2">{say('landers.tinderswipe.next')}</p>
      </div>
      <div className="grid gap-3 group-has-checked/evenings:hidden">
        <h2 data-said tabIndex={-1} className="speak text-26 outline-none">
          {say('landers.tinderswipe.none')}
        </h2>
        <p className="text-15 text-ink-2">{say('landers.tinderswipe.none-next')}</p>
      </div>
      <a href="#join" className={buttonClasses({}, 'mt-1 lg:hidden')}>
        {say('landers.tinderswipe.go')}
      </a>
    </div>
  );
}

const round =
  'inline-grid shrink-0 place-items-center rounded-full transition-[background-color,color,scale] active:scale-[.96] disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3 disabled:shadow-none';

/** Only the script can turn cards, so only the deck has buttons. */
function Controls(): ReactElement {
  const say = useSay();
  const surface = 'bg-surface text-ink shadow-e1 inset-ring inset-ring-line hover:bg-primary-soft';
  return (
    <div className="hidden justify-items-center gap-2.5 group-data-deck/evenings:grid">
      <div className="flex items-center gap-4">
        <button
          type="button"
          data-turn="no"
          aria-label={say('landers.tinderswipe.no')}
          className={`${round} size-16 ${surface}`}
        >
          <Icon of={X} />
        </button>
        <button
          type="button"
          data-turn="back"
          disabled
          aria-label={say('landers.tinderswipe.back')}
          className={`${round} size-12 ${surface}`}
        >
          <Icon of={Undo2} size="sm" />
        </button>
        <button
          type="button"
          data-turn="yes"
          aria-label={say('landers.tinderswipe.yes')}
          className={`${round} size-16 bg-primary text-on-primary shadow-e2 hover:bg-primary-hover`}
        >
          <Icon of={Check} />
        </button>
      </div>
      <p className="text-center text-13 text-ink-2">{say('landers.tinderswipe.hint')}</p>
      <p data-now aria-live="polite" className="sr-only" />
    </div>
  );
}
