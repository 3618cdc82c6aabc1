import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Lock } from '../ui/icon.tsx';

/** Replaces the form when the site does not admit this visitor (specification, section 6). */
export function InviteOnly(): ReactElement {
  const say = useSay();
  return (
    <Alert icon={Lock} title={say('errors.signup.invite-only')}>
      {say('accounts.invite-only')}
    </Alert>
  );
}
