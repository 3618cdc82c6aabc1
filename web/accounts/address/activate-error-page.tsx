import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';

import { definePage } from '../../platform/pages/page.ts';
import { settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { Rich, useSay } from '../../platform/sentences/sentences.tsx';
import { ResendActivation } from './resend-activation.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { AccessFrame } from '../access-frame.tsx';
import { AddressConfirmed } from './address-confirmed.tsx';

const page = definePage('activate-error', { parts: ['accounts'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** Shown for a link that is no longer valid (specification, section 8), with `?broken` after a server error. */
export default function ActivateErrorPage(): ReactElement {
  const say = useSay();
  const [query] = useSearchParams();
  const { data: user } = useQuery(userQuery);
  const { data: settings } = useQuery(settingsQuery);
  const email = settings?.support_email ?? '';
  const broken = query.has('broken');
  if (user?.status === 'active') return <AddressConfirmed email={user.email} />;
  return (
    <AccessFrame
      title={say('errors.activation.failed')}
      lead={say(broken ? 'errors.activation.broken' : 'accounts.activation-failed-lead')}
      foot={
        <Rich
          id="accounts.support"
          values={{ email }}
          components={{ link: <Link to={`mailto:${email}`} className="font-bold text-primary-ink underline" /> }}
        />
      }
    >
      {user?.status === 'not_confirmed' && <ResendActivation wide />}
      {!user && (
        <LinkButton to={pathTo('login')} wide>
          {say('accounts.log-in')}
        </LinkButton>
      )}
    </AccessFrame>
  );
}
