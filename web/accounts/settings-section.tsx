import { type ReactElement, type ReactNode, useId } from 'react';

import { Card } from '../ui/card.tsx';

/** One part of the settings. */
export function SettingsSection(props: {
  /** Anchor for links from other pages. */
  id?: string;
  title: string;
  lead?: string;
  children: ReactNode;
}): ReactElement {
  const titleId = useId();
  const { id, title, lead, children } = props;
  return (
    <Card as="section" id={id} aria-labelledby={titleId} className="grid scroll-mt-20 gap-4">
      <div className="grid gap-1">
        <h2 id={titleId} className="speak text-20">
          {title}
        </h2>
        {lead !== undefined && <p className="text-13 text-ink-2">{lead}</p>}
      </div>
      {children}
    </Card>
  );
}
