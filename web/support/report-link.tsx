import type { ReactElement } from 'react';

import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Flag, Icon } from '../ui/icon.tsx';
import { RoundLink } from '../ui/round-button.tsx';

interface ReportLinkProps {
  member: { id: MemberId; name: string };
  variant: 'glass' | 'bare';
}

/** Returns the path of the form for complaints, filled in for a member. */
export function reportPath(id: MemberId): string {
  const known = new URLSearchParams({ kind: 'rules', url: pathTo('members-id', { id }) });
  return `${pathTo('complaints')}?${known.toString()}`;
}

export function ReportLink({ member: { id, name }, variant }: ReportLinkProps): ReactElement {
  const say = useSay();
  return (
    <RoundLink label={say('members.report-name', { name })} to={reportPath(id)} variant={variant} size="sm">
      <Icon of={Flag} />
    </RoundLink>
  );
}
