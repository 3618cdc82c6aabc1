import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { settingsQuery } from '../queries.ts';
import { useSay } from '../sentences.tsx';
import type { LanderName } from './lander-names.ts';

/** Title and description of a lander, for tabs, search engines and shared links. */
export function LanderHead({ name }: { name: LanderName | 'tinderswipe' }): ReactElement {
  const say = useSay();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const title = `${say(`landers.${name}.title`)} · ${settings.name}`;
  const description = say(`landers.${name}.description`);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={settings.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
    </>
  );
}
