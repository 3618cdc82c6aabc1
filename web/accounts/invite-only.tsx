import type { ReactElement } from 'react';

import { useSay } from '../sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Lock } from '../ui/icon.tsx';

/** Instead of the form where the site takes nobody, or not this visitor (specification, section 6). */
export function InviteOnly(): ReactElement {
  const say = useSay();
  return (
    <Alert icon={Lock} title={say('errors.signup.invite-only')}>
      {say('accounts.invite-only')}
    </Alert>
  );
}
