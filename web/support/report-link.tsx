import type { ReactElement } from 'react';

import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Flag, Icon } from '../ui/icon.tsx';
import { RoundLink } from '../ui/round-button.tsx';

interface ReportLinkProps {
  member: { id: string; name: string };
  variant: 'glass' | 'bare';
}

/** The way for visitors to report a member: by the form for complaints, which knows whom it is about. */
export function ReportLink({ member: { id, name }, variant }: ReportLinkProps): ReactElement {
  const say = useSay();
  const known = new URLSearchParams({ kind: 'rules', url: pathTo('members-id', { id }) });
  const to = `${pathTo('complaints')}?${known.toString()}`;
  return (
    <RoundLink label={say('members.report-name', { name })} to={to} variant={variant} size="sm">
      <Icon of={Flag} />
    </RoundLink>
  );
}
