import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { admitsSignUp } from '../../../contract/sources/tracking.ts';
import type { RefusedForm } from '../../platform/pages/form-action.ts';
import { useIsHydrated } from '../../platform/pages/hydrated.ts';
import { withNext } from '../../platform/pages/page.ts';
import { settingsQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { Rich, useSay } from '../../platform/sentences/sentences.tsx';
import { useCarriedSource, useVisitorSource, withSource } from '../../sources/visitor-source.ts';
import { Alert } from '../../ui/alert.tsx';
import { Mail } from '../../ui/icon.tsx';
import { AccessFrame } from '../access-frame.tsx';
import { InviteOnly, SignupForm } from './signup-form.tsx';
import { ReceiverPicture, useReceiver } from './signup-texts.tsx';

export interface SignupViewProps {
  next: string;
  posted?: RefusedForm;
  /** Whether the form was sent on a discreet site, which gives everybody this same response. */
  isSent?: boolean;
}

export function SignupView({ next, posted, isSent = false }: SignupViewProps): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { has: hasSource } = useVisitorSource();
  const carried = useCarriedSource();
  const receiver = useReceiver(next);
  const site = settings?.name ?? say('common.brand');
  const isHydrated = useIsHydrated();
  const isOpen = admitsSignUp(settings?.signups ?? 'all', hasSource);
  return (
    <AccessFrame
      plain
      title={receiver ? say('accounts.write-to', { name: receiver.name }) : say('accounts.join', { site })}
      lead={say(receiver ? 'accounts.write-to-lead' : 'accounts.join-lead')}
      {...(receiver && { start: <ReceiverPicture member={receiver} /> })}
      foot={
        <Rich
          id="accounts.have-account"
          components={{
            link: (
              <Link
                to={withSource(withNext(pathTo('login'), next), carried)}
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
