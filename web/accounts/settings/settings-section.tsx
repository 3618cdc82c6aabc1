import { type ReactElement, type ReactNode, useId } from 'react';
import { useParams } from 'react-router';

import { Card } from '../../ui/card.tsx';

/** The only section of a group has no title. On the page of a group, sections follow its first heading. */
export function SettingsSection(props: { title?: string; lead?: string; children: ReactNode }): ReactElement {
  const titleId = useId();
  const { title, lead, children } = props;
  const Heading = useParams()['group'] === undefined ? 'h3' : 'h2';
  return (
    <Card as="section" aria-labelledby={title === undefined ? undefined : titleId} className="grid gap-4">
      {(title !== undefined || lead !== undefined) && (
        <div className="grid gap-1">
          {title !== undefined && (
            <Heading id={titleId} className="text-17 font-bold">
              {title}
            </Heading>
          )}
          {lead !== undefined && <p className="max-w-[62ch] text-13 text-ink-2">{lead}</p>}
        </div>
      )}
      {children}
    </Card>
  );
}
