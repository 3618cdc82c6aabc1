import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { admitsSignUp } from '../../contract/sources/tracking.ts';
import type { RefusedForm } from '../platform/form-action.ts';
import { settingsQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { Rich, useSay } from '../platform/sentences.tsx';
import { useIsHydrated } from '../platform/hydrated.ts';
import { useCarriedSource, useVisitorSource, withSource } from '../sources/visitor-source.ts';
import { Alert } from '../ui/alert.tsx';
import { Mail } from '../ui/icon.tsx';
import { AccessFrame } from './access-frame.tsx';
import { InviteOnly } from './invite-only.tsx';
import { SignupForm } from './signup-form.tsx';

export interface SignupViewProps {
  /** The path to continue to after sign-up. */
  next: string;
  /** The initial values, and the server's answer to a form that was posted without JavaScript. */
  posted?: RefusedForm;
  /** Whether the form was sent on a discreet site, which gives everybody this same answer. */
  isSent?: boolean;
}

/** The sign-up as a page. */
export function SignupView({ next, posted, isSent = false }: SignupViewProps): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { has: hasSource } = useVisitorSource();
  const carried = useCarriedSource();
  const isHydrated = useIsHydrated();
  const isOpen = admitsSignUp(settings?.signups ?? 'all', hasSource);
  return (
    <AccessFrame
      title={say('accounts.join', { site: settings?.name ?? say('common.brand') })}
      lead={say('accounts.join-lead')}
      foot={
        <Rich
          id="accounts.have-account"
          components={{
            link: (
              <Link
                to={withSource(
                  next === '' ? pathTo('login') : `${pathTo('login')}?next=${encodeURIComponent(next)}`,
                  carried,
                )}
                className="reach font-bold text-primary-ink underline"
              />
            ),
          }}
        />
      }
    >
      {isSent && (
        <Alert tone="success" icon={Mail} title={say('accounts.signup-sent')}>
          {say('accounts.signup-sent-text', { email: settings?.support_email ?? '' })}
        </Alert>
      )}
      {!isSent && isOpen && (
        // A form posted before any script ran shows all steps: its password, never sent back, must be retyped.
        <div data-program={posted?.failure && !isHydrated ? 'failed' : undefined}>
          <SignupForm posted={posted} next={next} />
        </div>
      )}
      {!isSent && !isOpen && <InviteOnly />}
    </AccessFrame>
  );
}
