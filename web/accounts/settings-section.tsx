import { type ReactElement, type ReactNode, useId } from 'react';

import { Card } from '../ui/card.tsx';

/** One part of the settings. */
export function SettingsSection(props: { title: string; lead?: string; children: ReactNode }): ReactElement {
  const id = useId();
  const { title, lead, children } = props;
  return (
    <Card as="section" aria-labelledby={id} className="grid gap-4">
      <div className="grid gap-1">
        <h2 id={id} className="speak text-20">
          {title}
        </h2>
        {lead !== undefined && <p className="text-13 text-ink-2">{lead}</p>}
      </div>
      {children}
    </Card>
  );
}
