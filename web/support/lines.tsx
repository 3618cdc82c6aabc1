import type { ReactElement, ReactNode } from 'react';

import { useFormat } from '../platform/format.ts';
import { LocalTime } from '../platform/local-time.tsx';
import { Card } from '../ui/card.tsx';

/** A fact: its name and its value. */
export function Line({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
      <dt className="text-ink-3">{label}</dt>
      <dd className="text-right font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

/** A text, and when it was written. */
export function Said({ title, at, text }: { title: string; at: string; text: string }): ReactElement {
  const format = useFormat();
  return (
    <Card as="section" className="grid gap-2 md:p-7">
      <h2 className="speak text-20">{title}</h2>
      <LocalTime at={at} write={(moment) => format.dateTime(moment)} className="text-13 text-ink-3" />
      <p className="own-ink whitespace-pre-line wrap-anywhere text-ink-2">{text}</p>
    </Card>
  );
}
