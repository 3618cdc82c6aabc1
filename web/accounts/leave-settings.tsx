import { type ReactElement, Suspense, useState } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { SettingsSection } from './settings-section.tsx';

const LeaveDialog = lazyPart(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }));

/** The button that ends the account, at the end of the settings. */
export function LeaveSettings(): ReactElement {
  const say = useSay();
  const [open, setOpen] = useState(false);
  return (
    <SettingsSection title={say('accounts.leave')} lead={say('accounts.leave-lead')}>
      <Button variant="second" className="justify-self-start" onClick={() => setOpen(true)}>
        {say('accounts.leave-open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <LeaveDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </SettingsSection>
  );
}
