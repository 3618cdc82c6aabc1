import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { type NicheSlug, resolveNicheSlug } from '../../contract/settings/niches.ts';
import { PageScript } from '../platform/pages/page-script.tsx';
import { definePage } from '../platform/pages/page.ts';
import { settingsQuery } from '../platform/calls/queries.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { Check, Icon, Undo2, X } from '../ui/icon.tsx';
import { JoinCard, LanderHead } from './lander-join.tsx';
import { type EveningName, evenings } from './lander-names.ts';
import { Evening } from './motif.tsx';

const page = definePage('landers-tinderswipe', { parts: ['landers', 'landing'], program: 'never' });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The address has no slug, so words and colors are the site's. */
export default function TinderswipePage(): ReactElement {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  return (
    <>
      <LanderHead name="tinderswipe" />
      <EveningDeck niche={resolveNicheSlug(settings.niche, undefined)} />
    </>
  );
}

/** Checkboxes, which hold the state. `data-deck`, set by the script before the cards are parsed, stacks them. */
function EveningDeck({ niche }: { niche: NicheSlug }): ReactElement {
  const say = useSay();
  return (
    <section className="group/evenings flex-1 overflow-x-clip bg-linear-to-b from-page to-primary-soft">
      <PageScript run={runDeck} values={[]} />
      <div className="mx-auto grid w-full max-w-[68rem] gap-x-16 gap-y-5 px-4 pt-5 pb-12 md:px-8 md:pt-10 lg:grid-cols-[1fr_25rem] lg:content-center lg:pt-14">
        <div className="grid content-start gap-2.5 md:max-lg:text-center lg:self-end">
          <h1 className="speak text-34 max-[359px]:text-26 md:text-52">{say('landers.tinderswipe.title')}</h1>
          <p className="text-15 text-ink-2 md:text-17">{say('landers.line', { niche })}</p>
        </div>
        <div className="mx-auto grid w-full max-w-[25rem] content-start gap-4 not-group-data-deck/evenings:max-w-none lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <fieldset className="relative grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 group-data-deck/evenings:block group-data-deck/evenings:h-[clamp(12rem,100svh-27.5rem,31.25rem)] md:group-data-deck/evenings:h-125">
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
      <Evening name={name} niche={niche} />
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

/** The buttons of the deck, which has them alone: only the script can turn cards. */
function Controls(): ReactElement {
  const say = useSay();
  const surface = 'bg-surface text-ink shadow-e1 inset-ring inset-ring-line hover:bg-primary-soft';
  return (
    <div className="hidden justify-items-center gap-2.5 group-data-deck/evenings:grid">
      <div className="flex items-center gap-4">
        <Turn how="no" look={`size-16 ${surface}`} icon={<Icon of={X} />} />
        <Turn how="back" look={`size-12 ${surface}`} icon={<Icon of={Undo2} size="sm" />} />
        <Turn
          how="yes"
          look="size-16 bg-primary text-on-primary shadow-e2 hover:bg-primary-hover"
          icon={<Icon of={Check} />}
        />
      </div>
      <p className="text-center text-13 text-ink-2">
        <span className="pointer-fine:hidden">{say('landers.tinderswipe.hint')}</span>
        <span className="not-pointer-fine:hidden">{say('landers.tinderswipe.hint-keys')}</span>
      </p>
      <p data-now aria-live="polite" className="sr-only" />
    </div>
  );
}

function Turn(props: { how: 'no' | 'back' | 'yes'; look: string; icon: ReactElement }): ReactElement {
  const { how, look, icon } = props;
  const label = useSay()(`landers.tinderswipe.${how}`);
  return (
    <button type="button" data-turn={how} disabled={how === 'back'} aria-label={label} className={`${round} ${look}`}>
      {icon}
    </button>
  );
}

/* The scripts of the deck. Each runs in the page as text: it can use nothing else in this file. */

function runDeck(): void {
  const deck = document.currentScript?.parentElement;
  if (!deck) return;
  deck.dataset['deck'] = 'open';
  const begin = (): void => {
    const cards = [...deck.querySelectorAll<HTMLElement>('[data-card]')];
    const buttons = [...deck.querySelectorAll<HTMLButtonElement>('[data-turn]')];
    const now = deck.querySelector('[data-now]');
    let turned = 0;
    const lay = (): void => {
      for (const [index, card] of cards.entries()) {
        card.dataset['depth'] = String(Math.max(0, index - turned));
        card.inert = index !== turned;
      }
      const done = turned === cards.length;
      deck.dataset['deck'] = done ? 'done' : 'open';
      for (const button of buttons) button.disabled = button.dataset['turn'] === 'back' ? turned === 0 : done;
    };
    const announce = (): void => {
      const caption = cards[turned]?.querySelector('[data-caption]');
      if (now) now.textContent = caption ? `${turned + 1}/${cards.length}: ${caption.textContent}` : '';
      if (caption) return;
      for (const title of deck.querySelectorAll<HTMLElement>('[data-said]')) title.focus({ preventScroll: true });
    };
    const turn = (how: string | undefined): void => {
      const card = cards[how === 'back' ? turned - 1 : turned];
      if (!card) return;
      const box = card.querySelector('input');
      if (box) box.checked = how === 'yes';
      if (how === 'back') delete card.dataset['gone'];
      else card.dataset['gone'] = how;
      turned += how === 'back' ? -1 : 1;
      lay();
      announce();
    };
    // A browser may restore checked boxes when it comes back to the page.
    for (const box of deck.querySelectorAll<HTMLInputElement>('[data-card] input')) box.checked = false;
    lay();
    for (const button of buttons) button.addEventListener('click', () => turn(button.dataset['turn']));
    // A click on a label would check its box.
    for (const card of cards) card.addEventListener('click', (event) => event.preventDefault());
    document.addEventListener('keydown', ({ key, target, altKey, ctrlKey, metaKey }) => {
      if (altKey || ctrlKey || metaKey || (target instanceof Element && target.matches('input, textarea'))) return;
      if (key === 'ArrowRight') turn('yes');
      if (key === 'ArrowLeft') turn('no');
    });
  };
  document.addEventListener('DOMContentLoaded', begin);
}

function swipeCards(): void {
  const deck = document.currentScript?.parentElement;
  let start: { x: number; time: number } | null = null;
  const lean = (card: HTMLElement, x: number): void => {
    card.style.translate = x === 0 ? '' : `${x}px`;
    card.style.rotate = x === 0 ? '' : `${x / 22}deg`;
    for (const mark of card.querySelectorAll<HTMLElement>('[data-stamp]')) {
      const toward = mark.dataset['stamp'] === 'yes' ? x : -x;
      mark.style.opacity = String(Math.max(0, Math.min(1, toward / 90)));
    }
  };
  for (const card of deck?.querySelectorAll<HTMLElement>('[data-card]') ?? []) {
    card.addEventListener('pointerdown', ({ clientX, pointerId, timeStamp, button }) => {
      if (button !== 0) return;
      start = { x: clientX, time: timeStamp };
      card.setPointerCapture(pointerId);
      card.dataset['held'] = '';
    });
    card.addEventListener('pointermove', ({ clientX }) => {
      if (start) lean(card, clientX - start.x);
    });
    const release = ({ clientX, timeStamp, type }: PointerEvent): void => {
      if (!start) return;
      const x = clientX - start.x;
      const isFlick = Math.abs(x) > 30 && Math.abs(x) / (timeStamp - start.time) > 0.5;
      start = null;
      delete card.dataset['held'];
      lean(card, 0);
      if (type !== 'pointerup' || !(isFlick || Math.abs(x) > 90)) return;
      deck?.querySelector<HTMLButtonElement>(`[data-turn=${x > 0 ? 'yes' : 'no'}]`)?.click();
    };
    card.addEventListener('pointerup', release);
    card.addEventListener('pointercancel', release);
  }
}
