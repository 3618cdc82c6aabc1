import { type ReactElement, type ReactNode, useState } from 'react';
import { latePart } from '../../ui/lazy-part.ts';
import { useLoadAhead } from '../../ui/load-ahead.ts';

const EmailDialog = latePart(async () => (await import('./email-dialog.tsx')).loadEmailDialog());

interface ChangeEmailProps {
  meant?: string | undefined;
  children: (open: () => void) => ReactNode;
}

export function ChangeEmail({ meant, children }: ChangeEmailProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  useLoadAhead(EmailDialog);
  return (
    <>
      {children(() => setIsOpen(true))}
      {isOpen && <EmailDialog meant={meant} onClose={() => setIsOpen(false)} />}
    </>
  );
}
