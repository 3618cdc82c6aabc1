import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';

import { termsDate } from '../../contract/accounts/terms.ts';
import { useFormat } from '../platform/format.ts';
import { companyQuery } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
import { Title } from '../shell/title.tsx';
import { Contents } from './contents.tsx';
import { type PageSentence, type StaticSection, toAnchor } from './page-sentence.ts';
import { PageText } from './page-text.tsx';
import { StaticBlock } from './static-block.tsx';
import { usePageValues } from './use-page-values.ts';

type StaticName = 'ban' | 'cookies' | 'faq' | 'privacy' | 'return-policy' | 'service' | 'terms';

interface FrameProps {
  title: `pages.${StaticName}`;
  lead: PageSentence;
  /** Shows the date of the version, for legal texts: the given date from which it applies, or the common one. */
  dated?: true | string;
  headings: readonly PageSentence[];
  children: ReactNode;
}

/** Layout of a static page: title, lead, contents and text. */
export function StaticFrame({ title, lead, dated, headings, children }: FrameProps): ReactElement {
  const say = useSay();
  return (
    <div className="mx-auto grid w-full max-w-page gap-6 px-4 pt-7 pb-14 md:px-8 md:pt-10 lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-x-16 lg:gap-y-9 lg:pt-14 lg:pb-20">
      <Title>{say(title)}</Title>
      <meta name="description" content={say(`pages.description.${title.slice('pages.'.length) as StaticName}`)} />
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
      <time dateTime={at}>{say('pages.version', { date: format.day(at) })}</time>
    </p>
  );
}

/** A section with its heading, the target of the contents. */
export function StaticPart({ heading, children }: { heading: PageSentence; children: ReactNode }): ReactElement {
  const say = useSay();
  return (
    <section aria-labelledby={toAnchor(heading)} className="grid gap-3">
      <h2 id={toAnchor(heading)} className="speak scroll-mt-24 text-20">
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

/** A static page, from the keys of its sentences. */
export function StaticPage({ sections, children, ...frame }: PageProps): ReactElement {
  return (
    <StaticFrame {...frame} headings={sections.map(({ heading }) => heading)}>
      {children}
      <StaticSections sections={sections} />
    </StaticFrame>
  );
}

/** Sections from the keys of their sentences. */
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
