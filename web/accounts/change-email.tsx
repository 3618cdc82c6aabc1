import { type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../ui/lazy-part.ts';

const EmailDialog = lazyPart(async () => (await import('./email-dialog.tsx')).loadEmailDialog());

/** Opens the dialog for another address, on any page: what it needs is loaded when it is opened. */
export function ChangeEmail({ children }: { children: (open: () => void) => ReactNode }): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {children(() => setIsOpen(true))}
      {isOpen && (
        <Suspense fallback={null}>
          <EmailDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
