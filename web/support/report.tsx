import { type ReactElement, useState } from 'react';

import { loadMoreSentences } from '../platform/sentences/sentences.tsx';
import { Flag, Icon } from '../ui/icon.tsx';
import { latePart } from '../ui/lazy-part.ts';
import { RoundButton } from '../ui/round-button.tsx';
import type { ReportDialog, ReportDialogProps } from './report-dialog.tsx';

/** The dialog to report; its code and sentences are loaded when it is opened. */
export const LateReport = latePart(loadReport);

export async function loadReport(): Promise<{ default: typeof ReportDialog }> {
  await loadMoreSentences('support');
  return { default: (await import('./report-dialog.tsx')).ReportDialog };
}

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
      {isOpen && <LateReport {...report} onClose={() => setIsOpen(false)} />}
    </>
  );
}
