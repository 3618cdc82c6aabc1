import { type ReactElement, useSyncExternalStore } from 'react';

import { type SourceChoice, sourceChoicePath } from '../../contract/sources/tracking.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Button } from '../ui/button.tsx';
import { useCarriedSource, useVisitorSource, withSource } from './visitor-source.ts';

const text = {
  open: 'sources.state.open',
  kept: 'sources.state.kept',
  refused: 'sources.state.refused',
  signal: 'sources.state.signal',
} as const satisfies Record<SourceChoice, SentenceId>;

/** The change that one click makes. Nothing overrides the browser's signal. */
const change = {
  open: { choice: 'no', label: 'sources.never' },
  kept: { choice: 'no', label: 'sources.forget' },
  refused: { choice: 'ask', label: 'sources.ask' },
  signal: null,
} as const satisfies Record<SourceChoice, { choice: string; label: SentenceId } | null>;

// The choice that was made in the bar on this page.
const readAnswer = (): SourceChoice | undefined =>
  document.documentElement.dataset['sourceChoice'] as 'kept' | undefined;

export function SourceChoiceForm(): ReactElement {
  const say = useSay();
  const sent = useVisitorSource().choice;
  const choice =
    useSyncExternalStore(
      () => () => undefined,
      readAnswer,
      () => undefined,
    ) ?? sent;
  const carried = useCarriedSource();
  const other = change[choice];
  return (
    <form method="post" action={sourceChoicePath} className="grid justify-items-start gap-3">
      <p className="text-15 leading-[1.65] text-pretty text-ink-2">{say(text[choice])}</p>
      <input type="hidden" name="next" value={withSource(pathTo('cookies'), carried)} />
      {other && (
        <>
          <input type="hidden" name="choice" value={other.choice} />
          <Button type="submit" variant="second" size="sm">
            {say(other.label)}
          </Button>
        </>
      )}
    </form>
  );
}
