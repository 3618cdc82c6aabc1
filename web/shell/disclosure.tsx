import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

export interface DisclosureProps {
  summary: ReactNode;
  label: string;
  className?: string;
  children: ReactNode;
}

/** A menu that works without script, by `details`. Script also closes it on Escape, a press outside and navigation. */
export function Disclosure({ summary, label, className, children }: DisclosureProps): ReactElement {
  const element = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  // Hydration does not close it: it may have been opened before.
  const shownAt = useRef(key);
  useEffect(() => {
    if (shownAt.current !== key) element.current?.removeAttribute('open');
    shownAt.current = key;
  }, [key]);
  useEffect(() => {
    const close = (event: Event): void => {
      const details = element.current;
      if (!details?.open) return;
      if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
      if (event.type === 'pointerdown' && details.contains(event.target as Node)) return;
      details.open = false;
      if (event instanceof KeyboardEvent) details.querySelector('summary')?.focus();
    };
    document.addEventListener('keydown', close);
    document.addEventListener('pointerdown', close);
    return () => {
      document.removeEventListener('keydown', close);
      document.removeEventListener('pointerdown', close);
    };
  }, []);
  return (
    <details ref={element} className={className ? `relative ${className}` : 'relative'}>
      <summary aria-label={label} className="reach flex items-center gap-1.5 rounded-pill">
        {summary}
      </summary>
      <div className="disclosure-panel">{children}</div>
    </details>
  );
}

export const disclosureItem =
  'flex min-h-11 w-full items-center gap-3 rounded-input px-3 py-2 text-left text-15 leading-[1.3] font-semibold transition-colors hover:bg-primary-soft hover:text-on-primary-soft';
