import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Logo } from '../ui/logo.tsx';

export function HomeLink(): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const { data: settings } = useQuery(settingsQuery);
  return (
    <Link to={user ? pathTo('members') : pathTo('index')} className="reach inline-flex items-center rounded-small">
      <Logo name={settings?.name ?? say('common.brand')} mark={user ? 'tiny' : 'narrow'} />
    </Link>
  );
}
