import type { ReactElement } from 'react';

import { Flag } from '../ui/icon.tsx';
import { MenuItem } from '../ui/menu.tsx';

/** The menu item that opens a report. */
export function ReportItem({ label, onSelect }: { label: string; onSelect: () => void }): ReactElement {
  return (
    <MenuItem icon={Flag} onSelect={onSelect}>
      {label}
    </MenuItem>
  );
}
