import type { ReactElement } from 'react';

import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { useCarriedSource, withSource } from '../sources/visitor-source.ts';
import { LinkButton } from '../ui/button.tsx';

export function LogInButton(): ReactElement {
  const say = useSay();
  // Visitors without an account go on from there.
  const carried = useCarriedSource();
  return (
    <LinkButton
      to={withSource(pathTo('login'), carried)}
      variant="quiet"
      size="sm"
      className="whitespace-nowrap max-[399px]:px-3 max-[279px]:px-2"
    >
      {say('shell.log-in')}
    </LinkButton>
  );
}
