import { type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';

const EmailDialog = lazyPart(async () => (await import('./email-dialog.tsx')).loadEmailDialog());

interface ChangeEmailProps {
  /** The suggested correction of the address. */
  meant?: string | undefined;
  children: (open: () => void) => ReactNode;
}

/** Opens the dialog for another address on any page. The dialog's code is loaded when it opens. */
export function ChangeEmail({ meant, children }: ChangeEmailProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {children(() => setIsOpen(true))}
      {isOpen && (
        <Suspense fallback={null}>
          <EmailDialog meant={meant} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
