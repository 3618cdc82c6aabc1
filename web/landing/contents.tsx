import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { ChevronDown, Icon } from '../ui/icon.tsx';
import { type PageSentence, toAnchor } from './page-sentence.ts';
import { usePageValues } from './use-page-values.ts';

/** Table of contents: collapsed above the text on narrow windows, always visible beside it on wide ones. */
export function Contents({ headings }: { headings: readonly PageSentence[] }): ReactElement {
  const say = useSay();
  const title = say('pages.contents');
  return (
    <nav aria-label={title} className="lg:sticky lg:top-24 lg:row-span-2 lg:self-start">
      <details className="group rounded-photo bg-sunken lg:hidden">
        <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-photo px-4 text-15 font-semibold [&::-webkit-details-marker]:hidden">
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
