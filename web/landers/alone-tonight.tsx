import type { ReactElement } from 'react';

import type { NicheSlug } from '../../contract/settings/niches.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { PageScript } from '../platform/pages/page-script.tsx';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Drawing, Shapes } from '../ui/drawing.tsx';
import streetWindow from './drawings/street-window.svg?raw';
import street from './drawings/street.svg?raw';
import { JoinCard } from './lander-join.tsx';
import { Motif } from './motif.tsx';

const answers = ['talk', 'quiet', 'look'] as const;

/** The answer starts the profile, so it does not mention tonight. The sentence below it changes by CSS alone. */
export function AloneTonight({ niche }: { niche: NicheSlug }): ReactElement {
  const say = useSay();
  const format = useFormat();
  // The separator of hours and minutes; the hour itself does not matter.
  const separator = format.time(new Date(0)).replaceAll(/\d/g, '');
  return (
    <section className="night relative flex flex-1 flex-col overflow-clip bg-page bg-linear-to-b from-page via-primary-soft to-secondary/45 text-ink">
      {/* On a desktop the drawing sticks to the window: the content above may grow by a line when its font arrives. */}
      <div className="absolute inset-0 flex flex-col justify-end">
        <div className="relative md:sticky md:bottom-0">
          <Street niche={niche} />
          {/* Darkens the street behind the words: its lit windows are as light as the text. */}
          <div className="absolute inset-x-0 top-0 -bottom-10 mx-auto w-[31rem] bg-linear-to-b from-transparent to-page/80 to-25% blur-lg max-md:hidden" />
        </div>
      </div>
      <div className="relative mx-auto grid w-full max-w-[30rem] flex-1 content-start gap-4 px-5 pt-[max(2rem,9svh)] pb-10 max-md:pb-72">
        <p data-clock className="h-5 text-13 font-semibold text-secondary-ink" />
        <h1 data-title className="speak text-52 md:text-nowrap">
          {say('landers.alonetonight.title')}
        </h1>
        <p className="text-17 text-ink-2">{say('landers.line', { niche })}</p>
        <fieldset className="group/answer grid gap-2.5">
          <legend data-title className="sr-only">
            {say('landers.alonetonight.title')}
          </legend>
          {answers.map((answer) => (
            <label
              key={answer}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-card bg-page/75 px-4 py-2 text-15 font-semibold inset-ring inset-ring-line transition-colors hover:bg-surface has-checked:bg-primary-soft has-checked:text-on-primary-soft has-checked:inset-ring-2 has-checked:inset-ring-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="about"
                form="join"
                data-answer={answer}
                value={say('landers.alonetonight.about', { answer })}
                className="size-5.5 shrink-0 cursor-[inherit] appearance-none rounded-full bg-surface inset-ring-[1.5px] inset-ring-line-strong outline-none checked:inset-ring-[6.5px] checked:inset-ring-primary focus-visible:ring-offset-0"
              />
              {say(`landers.alonetonight.answer.${answer}`)}
            </label>
          ))}
          <div aria-live="polite" className="min-h-12 text-15 text-ink-2">
            <p className="group-has-checked/answer:hidden">{say('landers.kept')}</p>
            {answers.map((answer) => (
              <p key={answer} className={`hidden text-secondary-ink ${shownFor[answer]}`}>
                {say(`landers.alonetonight.reply.${answer}`)}
              </p>
            ))}
          </div>
        </fieldset>
        <JoinCard />
      </div>
      <PageScript
        run={showTime}
        values={[
          separator,
          say('landers.alonetonight.time', { time: '{time}' }),
          say('landers.alonetonight.title-late'),
        ]}
      />
    </section>
  );
}

const shownFor = {
  talk: 'group-has-[[data-answer=talk]:checked]/answer:block',
  quiet: 'group-has-[[data-answer=quiet]:checked]/answer:block',
  look: 'group-has-[[data-answer=look]:checked]/answer:block',
} as const;

// Runs in the page, as text. Avoids `Intl`, whose data alone take a phone a tenth of a second. The title's evening is
// over after midnight.
function showTime(separator: string, sentence: string, lateTitle: string): void {
  const clock = document.querySelector('[data-clock]');
  const write = (): void => {
    const now = new Date();
    const time = [now.getHours(), now.getMinutes()].map((part) => String(part).padStart(2, '0')).join(separator);
    if (clock) clock.textContent = sentence.replace('{time}', time);
    setTimeout(write, 60_000 - (Date.now() % 60_000));
  };
  write();
  if (new Date().getHours() >= 5) return;
  for (const title of document.querySelectorAll('[data-title]')) title.textContent = lateTitle;
}

/** The near house is beside the words, where both phones and wide windows show it; the motif is in its window. */
export function Street({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <Drawing of={street} preserveAspectRatio="xMidYMax slice" className="h-64 w-full md:h-[min(72svh,36rem)]">
      <g transform="translate(871 67) scale(.84)">
        <Motif niche={niche} at="72 348" scale={0.56} />
      </g>
      <Shapes of={streetWindow} />
    </Drawing>
  );
}
