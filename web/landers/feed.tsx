import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { aboutLengthMax } from '../../contract/members/limits.ts';
import type { NicheSlug } from '../../contract/settings/niches.ts';
import { settingsQuery } from '../platform/calls/queries.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, TextArea } from '../ui/field.tsx';
import { Icon, PenLine } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';
import { JoinCard } from './lander-join.tsx';
import { Evening } from './motif.tsx';

const first = 'niche';
/** On phones behind a button, so that the form is near. */
const more = ['cook', 'walk'] as const;

export function Feed({ niche }: { niche: NicheSlug }): ReactElement {
  const say = useSay();
  return (
    <section className="flex-1 bg-page">
      <div className="mx-auto grid w-full max-w-[66rem] gap-x-10 gap-y-6 px-4 pt-7 pb-12 md:px-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:pt-10">
        <header className="grid gap-2 lg:col-span-2">
          <h1 className="speak text-34 md:text-52">{say('landers.socialnetwork.title')}</h1>
          <p className="text-17 text-ink-2">{say('landers.line', { niche })}</p>
        </header>
        <div className="grid content-start gap-5">
          <p className="text-15 font-semibold text-primary-ink">{say('landers.socialnetwork.lead')}</p>
          <Post question={first} niche={niche} />
          <div className="group/more grid gap-5">
            <label className="inline-flex min-h-11 cursor-pointer items-center justify-center rounded-pill bg-surface px-5 py-2 text-center font-semibold inset-ring inset-ring-line has-checked:sr-only has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus md:hidden">
              <input type="checkbox" className="sr-only" />
              {say('landers.socialnetwork.more')}
            </label>
            {more.map((question) => (
              <div key={question} className="max-md:not-group-has-checked/more:hidden">
                <Post question={question} niche={niche} />
              </div>
            ))}
          </div>
          <p className="flex items-center gap-4 py-3 text-center speak text-20 text-balance text-ink-2 before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
            {say('landers.socialnetwork.end')}
          </p>
        </div>
        <div className="lg:sticky lg:top-6 lg:self-start">
          <JoinCard>
            <Field label={say('landers.socialnetwork.write')} help={say('landers.socialnetwork.help')}>
              <TextArea name="about" rows={3} maxLength={aboutLengthMax} />
            </Field>
          </JoinCard>
        </div>
      </div>
    </section>
  );
}

function Post({ question, niche }: { question: typeof first | (typeof more)[number]; niche: NicheSlug }): ReactElement {
  const say = useSay();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  return (
    <Card as="article" className="grid gap-4">
      <p className="flex items-center gap-3 text-13 font-semibold text-ink-2">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-primary-soft">
          <Logo name={settings.name} mark />
        </span>
        {say('landers.socialnetwork.from', { name: settings.name })}
      </p>
      <h2 className="speak text-20 md:text-26">{say(`landers.socialnetwork.${question}`, { niche })}</h2>
      <div className="relative aspect-5/3 overflow-hidden rounded-photo">
        <Evening name={question} niche={niche} />
      </div>
      <a href="#join" className={buttonClasses({ variant: 'quiet' }, 'justify-self-start')}>
        <Icon of={PenLine} size="sm" />
        {say('landers.socialnetwork.answer')}
      </a>
    </Card>
  );
}
