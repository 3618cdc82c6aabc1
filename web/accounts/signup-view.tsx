import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { admitsSignUp } from '../../contract/tracking.ts';
import type { RefusedForm } from '../form-action.ts';
import { settingsQuery } from '../queries.ts';
import { pathTo } from '../route-table.ts';
import { Rich, useSay } from '../sentences.tsx';
import { useIsHydrated } from '../shell/hydrated.ts';
import { useCarriedSource, useVisitorSource, withSource } from '../sources/visitor-source.ts';
import { Alert } from '../ui/alert.tsx';
import { Mail } from '../ui/icon.tsx';
import { AccessFrame } from './access-frame.tsx';
import { InviteOnly } from './invite-only.tsx';
import { SignupForm } from './signup-form.tsx';

export interface SignupViewProps {
  /** The path to continue to after sign-up. */
  next: string;
  /** What the form begins with, and the server's answer to one that was posted without script. */
  posted?: RefusedForm;
  /** Whether the form was sent on a discreet site, where this is the answer to all. */
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
        // Posted where no script ran in time: whole, so that the password, which no page gets back, is typed once more.
        <div data-program={posted?.failure && !isHydrated ? 'failed' : undefined}>
          <SignupForm posted={posted} next={next} />
        </div>
      )}
      {!isSent && !isOpen && <InviteOnly />}
    </AccessFrame>
  );
}
