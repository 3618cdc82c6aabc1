import { type ReactElement, type ReactNode, useId } from 'react';

import { Card } from '../../ui/card.tsx';

/** The only section of a group has no title. */
export function SettingsSection(props: { title?: string; lead?: string; children: ReactNode }): ReactElement {
  const titleId = useId();
  const { title, lead, children } = props;
  return (
    <Card as="section" aria-labelledby={title === undefined ? undefined : titleId} className="grid gap-4">
      {(title !== undefined || lead !== undefined) && (
        <div className="grid gap-1">
          {title !== undefined && (
            <h3 id={titleId} className="text-17 font-bold">
              {title}
            </h3>
          )}
          {lead !== undefined && <p className="max-w-[62ch] text-13 text-ink-2">{lead}</p>}
        </div>
      )}
      {children}
    </Card>
  );
}
