import type { ReactElement } from 'react';

import { useFormat } from '../platform/sentences/format.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import type { Offer } from './payments-queries.ts';

/** The country whose prices apply, and until when, for members who have changed theirs. */
export function NextCountry({ of: { country, next_country: next } }: { of: Offer }): ReactElement | null {
  const say = useSay();
  const format = useFormat();
  if (next === null) return null;
  return (
    <Alert tone="info">
      {say('payments.next-country', {
        current: format.country(country),
        next: format.country(next.country),
        date: format.day(next.from),
      })}
    </Alert>
  );
}
