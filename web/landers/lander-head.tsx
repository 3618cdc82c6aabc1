import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { settingsQuery } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
import type { LanderName } from './lander-names.ts';

/** Title and description of a lander, for tabs, search engines and shared links (`web/share`). */
export function LanderHead({ name }: { name: LanderName | 'tinderswipe' }): ReactElement {
  const say = useSay();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  return (
    <>
      <title>{`${say(`landers.${name}.title`)} · ${settings.name}`}</title>
      <meta name="description" content={say(`landers.${name}.description`)} />
    </>
  );
}
