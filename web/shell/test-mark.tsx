import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { settingsQuery } from '../queries.ts';
import { useSay } from '../sentences.tsx';

/** What every page of a rehearsal says, above whatever it shows: nobody may take its purchases for real ones. */
export function TestMark(): ReactElement | null {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  return settings?.payments_test ? (
    <div
      role="note"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex justify-center border-t-3 border-danger"
    >
      <p className="rounded-b-photo bg-danger px-3 pb-0.5 text-12 leading-tight font-bold text-on-danger">
        {say('common.test-payments')}
      </p>
    </div>
  ) : null;
}
