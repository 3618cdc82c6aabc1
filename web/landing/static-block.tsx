import type { ReactElement } from 'react';

import type { StaticSection } from './page-sentence.ts';
import { PageText } from './page-text.tsx';

const look = 'text-15 leading-[1.65] text-ink-2 text-pretty';

/** A paragraph, or a list. */
export function StaticBlock({ block }: { block: StaticSection['blocks'][number] }): ReactElement {
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
