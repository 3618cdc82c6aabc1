import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';

import { cx } from '../../ui/cx.ts';

export interface FoldedChoicesProps {
  /** The name of the choices in the form. */
  name: string;
  chosen: readonly string[];
  /** Whether the choices are there from the first byte: what a page without a script asks for. */
  whole?: boolean;
  summary: ReactElement;
  className?: string;
  children: () => ReactNode;
}

/**
 * Choices behind a line that opens them. They are made when they are opened first: a page that nobody narrows down does
 * not carry them all. Until then a plain form posts what was chosen; without a script `only-hydrated` hides the line.
 */
export function FoldedChoices(props: FoldedChoicesProps): ReactElement {
  const { name, chosen, whole = false, summary, className, children } = props;
  const element = useRef<HTMLDetailsElement>(null);
  const [made, setMade] = useState(whole);
  // It may have been opened before the page was hydrated.
  useEffect(() => setMade((before) => before || element.current?.open === true), []);
  return (
    <details ref={element} className={cx(!made && 'only-hydrated', className)} onToggle={() => setMade(true)}>
      {summary}
      {made ? children() : chosen.length > 0 && <input type="hidden" name={name} value={chosen.join(',')} />}
    </details>
  );
}
