import { type ReactElement, Suspense, useState } from 'react';

import { Flag, Icon } from '../ui/icon.tsx';
import { RoundButton } from '../ui/round-button.tsx';
import type { ReportDialogProps } from './report-dialog.tsx';
import { Report } from './report.tsx';

/** The report button on a full-screen photo. */
export function ReportPhoto({
  label,
  ...report
}: { label: string } & Omit<ReportDialogProps, 'onClose'>): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <RoundButton label={label} variant="glass" onClick={() => setIsOpen(true)} className="absolute top-4 left-4">
        <Icon of={Flag} />
      </RoundButton>
      {isOpen && (
        <Suspense fallback={null}>
          <Report {...report} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
