import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';

import { termsDate } from '../../contract/accounts/terms.ts';
import { useFormat } from '../platform/sentences/format.ts';
import type { PageOptions } from '../platform/pages/page.ts';
import { companyQuery } from '../platform/calls/queries.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { HeadDescription, Title } from '../shell/title.tsx';
import { ChevronDown, Icon } from '../ui/icon.tsx';
import { type PageSentence, type StaticSection, PageText, toAnchor, usePageValues } from './page-text.tsx';

type StaticName = 'accessibility' | 'ban' | 'cookies' | 'faq' | 'privacy' | 'return-policy' | 'service' | 'terms';

interface FrameProps {
  title: `static-pages.${StaticName}`;
  lead: PageSentence;
  /** Shows the date of the version, for legal texts: the given date from which it applies, or the common one. */
  dated?: true | string;
  headings: readonly PageSentence[];
  children: ReactNode;
}

export function StaticFrame({ title, lead, dated, headings, children }: FrameProps): ReactElement {
  const say = useSay();
  return (
    <div className="mx-auto grid w-full max-w-page gap-6 px-4 pt-7 pb-14 md:px-8 md:pt-10 lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-x-16 lg:gap-y-9 lg:pt-14 lg:pb-20">
      <Title>{say(title)}</Title>
      <HeadDescription>
        {say(`static-pages.description.${title.slice('static-pages.'.length) as StaticName}`, usePageValues())}
      </HeadDescription>
      <header className="grid gap-3 lg:col-start-2">
        <h1 className="speak text-26 wrap-anywhere hyphens-auto md:text-34">{say(title)}</h1>
        <p className="max-w-[56ch] text-17 text-ink-2">
          <PageText id={lead} />
        </p>
        {dated !== undefined && <Version {...(dated !== true && { appliesAt: dated })} />}
      </header>
      <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <Contents headings={headings} />
      </div>
      <div className="grid max-w-[64ch] min-w-0 gap-9 lg:col-start-2">{children}</div>
    </div>
  );
}

function Version({ appliesAt }: { appliesAt?: string }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: company } = useSuspenseQuery(companyQuery);
  const at = termsDate(company.added, appliesAt);
  return (
    <p className="text-13 text-ink-3">
      <time dateTime={at}>{say('static-pages.version', { date: format.day(at) })}</time>
    </p>
  );
}

export function StaticPart({ heading, children }: { heading: PageSentence; children: ReactNode }): ReactElement {
  const say = useSay();
  return (
    <section aria-labelledby={toAnchor(heading)} className="grid gap-3">
      <h2 id={toAnchor(heading)} className="speak scroll-mt-5 text-20">
        {say(heading, usePageValues())}
      </h2>
      {children}
    </section>
  );
}

type PageProps = Omit<FrameProps, 'headings' | 'children'> & {
  sections: readonly StaticSection[];
  children?: ReactNode;
};

export function StaticPage({ sections, children, ...frame }: PageProps): ReactElement {
  return (
    <StaticFrame {...frame} headings={sections.map(({ heading }) => heading)}>
      {children}
      <StaticSections sections={sections} />
    </StaticFrame>
  );
}

export function StaticSections({ sections }: { sections: readonly StaticSection[] }): ReactElement {
  return (
    <>
      {sections.map(({ heading, blocks }) => (
        <StaticPart key={heading} heading={heading}>
          {blocks.map((block) => (
            <StaticBlock key={typeof block === 'string' ? block : block[0]} block={block} />
          ))}
        </StaticPart>
      ))}
    </>
  );
}

const look = 'text-15 leading-[1.65] text-ink-2 text-pretty';

function StaticBlock({ block }: { block: StaticSection['blocks'][number] }): ReactElement {
  if (typeof block === 'string') {
    return (
      <p className={look}>
        <PageText id={block} />
      </p>
    );
  }
  return (
    <ul className="grid list-disc gap-2 pl-5 marker:text-line-strong">
      {block.map((item) => (
        <li key={item} className={look}>
          <PageText id={item} />
        </li>
      ))}
    </ul>
  );
}

function Contents({ headings }: { headings: readonly PageSentence[] }): ReactElement {
  const say = useSay();
  const title = say('static-pages.contents');
  return (
    <nav aria-label={title} className="lg:sticky lg:top-24 lg:row-span-2 lg:self-start">
      <details className="group rounded-photo bg-sunken lg:hidden">
        <summary className="flex min-h-11 items-center justify-between gap-3 rounded-photo px-4 text-15 font-semibold">
          {title}
          <Icon of={ChevronDown} size="sm" className="transition-[rotate] group-open:rotate-180" />
        </summary>
        <List headings={headings} className="px-4 pb-3" />
      </details>
      <div className="hidden lg:block">
        <p className="mb-2 text-13 font-semibold text-ink-3">{title}</p>
        <List headings={headings} className="border-l border-line pl-4" />
      </div>
    </nav>
  );
}

function List({ headings, className }: { headings: readonly PageSentence[]; className: string }): ReactElement {
  const say = useSay();
  const values = usePageValues();
  return (
    <ul className={className}>
      {headings.map((heading) => (
        <li key={heading}>
          <a
            href={`#${toAnchor(heading)}`}
            className="flex min-h-9 items-center py-1 text-15 leading-[1.3] font-semibold text-ink-2 hover:text-primary-ink lg:min-h-8 lg:text-13"
          >
            {say(heading, values)}
          </a>
        </li>
      ))}
    </ul>
  );
}

type SectionName<Page extends string> = PageSentence extends infer Id
  ? Id extends `static-pages.${Page}.${infer Name}.1`
    ? Name
    : never
  : never;

/** Lists sections with one paragraph each or, where `lists` has the number of its points, a list. */
export function listSections<Page extends StaticName>(
  page: Page,
  names: readonly SectionName<Page>[],
  lists: Partial<Record<SectionName<Page>, number>> = {},
  paragraphs: Partial<Record<SectionName<Page>, number>> = {},
): StaticSection[] {
  return names.map((name) => {
    const heading = `static-pages.${page}.${name}` as PageSentence;
    const texts = Array.from(
      { length: lists[name] ?? paragraphs[name] ?? 1 },
      (_, place) => `${heading}.${place + 1}` as PageSentence,
    );
    return { heading, blocks: name in lists ? [texts] : texts };
  });
}

export const staticOptions: PageOptions = {
  parts: ['static-pages'],
  load: (args) => args.ensure(companyQuery),
};
