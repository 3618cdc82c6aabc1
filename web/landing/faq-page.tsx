import type { ReactElement } from 'react';

import { definePage } from '../platform/pages/page.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { ChevronDown, Icon } from '../ui/icon.tsx';
import { type PageSentence, PageText } from './page-text.tsx';
import { StaticFrame, StaticPart, staticOptions } from './static-page.tsx';

const page = definePage('faq', staticOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

type Question = PageSentence extends infer Id ? (Id extends `static-pages.faq.${infer Key}.q` ? Key : never) : never;

const groups: readonly { heading: PageSentence; questions: readonly Question[] }[] = [
  { heading: 'static-pages.faq.start', questions: ['cost', 'join', 'confirm', 'photos'] },
  { heading: 'static-pages.faq.people', questions: ['fictional', 'real', 'unseen', 'place'] },
  { heading: 'static-pages.faq.messages', questions: ['reply', 'answer', 'unread', 'older', 'delete', 'twice'] },
  { heading: 'static-pages.faq.money', questions: ['premium', 'refund', 'statement'] },
  { heading: 'static-pages.faq.safety', questions: ['block', 'scam', 'leave'] },
];

export default function FaqPage(): ReactElement {
  return (
    <StaticFrame title="static-pages.faq" lead="static-pages.faq.lead" headings={groups.map(({ heading }) => heading)}>
      {groups.map(({ heading, questions }) => (
        <StaticPart key={heading} heading={heading}>
          <div className="divide-y divide-line rounded-card bg-surface inset-ring inset-ring-line">
            {questions.map((question) => (
              <Answer key={question} question={question} />
            ))}
          </div>
        </StaticPart>
      ))}
    </StaticFrame>
  );
}

function Answer({ question }: { question: Question }): ReactElement {
  const say = useSay();
  return (
    <details className="group">
      <summary className="flex min-h-13 items-center justify-between gap-4 rounded-card px-5 py-3 text-15 leading-[1.35] font-bold hover:text-primary-ink">
        {say(`static-pages.faq.${question}.q`)}
        <Icon of={ChevronDown} size="sm" className="text-ink-3 transition-[rotate] group-open:rotate-180" />
      </summary>
      <p className="px-5 pb-5 text-15 leading-[1.65] text-pretty text-ink-2">
        <PageText id={`static-pages.faq.${question}.a`} />
      </p>
    </details>
  );
}
