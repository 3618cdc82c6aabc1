import { type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';

const EmailDialog = lazyPart(async () => (await import('./email-dialog.tsx')).loadEmailDialog());

interface ChangeEmailProps {
  /** The address that the member probably meant. */
  meant?: string | undefined;
  children: (open: () => void) => ReactNode;
}

/** Opens the dialog for another address, on any page: what it needs is loaded when it is opened. */
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
