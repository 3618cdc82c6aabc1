import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { AccessFrame } from '../access-frame.tsx';

export function AddressConfirmed({ email }: { email?: string }): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  return (
    <AccessFrame title={say('accounts.confirmed-title')} lead={say('accounts.confirmed-lead')}>
      <Alert tone="success">
        {say('accounts.confirmed')}
        {email !== undefined && <strong className="block wrap-anywhere">{email}</strong>}
      </Alert>
      <div className="grid gap-3">
        {user ? (
          <>
            <LinkButton to={pathTo('members')} wide>
              {say('accounts.see-members')}
            </LinkButton>
            <LinkButton to={pathTo('profile')} variant="quiet" wide>
              {say('accounts.finish-profile')}
            </LinkButton>
          </>
        ) : (
          <LinkButton to={pathTo('login')} wide>
            {say('accounts.log-in')}
          </LinkButton>
        )}
      </div>
    </AccessFrame>
  );
}
