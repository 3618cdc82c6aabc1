import type { ReactElement } from 'react';

import { useFormat } from '../../platform/format.ts';
import { LocalTime } from '../../platform/local-time.tsx';

/** The day of the messages below it. */
export function DayLine({ at }: { at: string }): ReactElement {
  const format = useFormat();
  return (
    <li className="mt-4 mb-1 text-center text-12 font-semibold text-ink-3 first:mt-1">
      <LocalTime
        at={at}
        write={(moment) => format.relativeDay(moment)}
        className="inline-block first-letter:uppercase"
      />
    </li>
  );
}
