import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';

import { cx } from '../../ui/cx.ts';

export interface FoldedChoicesProps {
  name: string;
  chosen: readonly string[];
  /** Whether the choices are rendered at once, as pages without JavaScript request. */
  whole?: boolean;
  summary: ReactElement;
  className?: string;
  children: () => ReactNode;
}

/**
 * Choices behind a line that unfolds them. They are rendered when first opened, which keeps unfiltered pages small.
 * Until then, a plain form posts the chosen values; without JavaScript, `only-hydrated` hides the line.
 */
export function FoldedChoices(props: FoldedChoicesProps): ReactElement {
  const { name, chosen, whole = false, summary, className, children } = props;
  const element = useRef<HTMLDetailsElement>(null);
  const [made, setMade] = useState(whole);
  // The line may have been opened before hydration.
  useEffect(() => setMade((before) => before || element.current?.open === true), []);
  return (
    <details ref={element} className={cx(!made && 'only-hydrated', className)} onToggle={() => setMade(true)}>
      {summary}
      {made ? children() : chosen.length > 0 && <input type="hidden" name={name} value={chosen.join(',')} />}
    </details>
  );
}
