import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { admitsSignUp } from '../../../contract/sources/tracking.ts';
import { withNext } from '../../platform/pages/page.ts';
import { settingsQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { Rich, useSay } from '../../platform/sentences/sentences.tsx';
import { useCarriedSource, useVisitorSource, withSource } from '../../sources/visitor-source.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { sendSignupEvent, useSignupFlow } from '../../shell/signup-flow.ts';
import { InviteOnly, SignupForm } from './signup-form.tsx';
import { ReceiverPicture, useReceiver } from './signup-texts.tsx';

export function SignupDialog(): ReactElement {
  const say = useSay();
  const { state, next } = useSignupFlow();
  const { data: settings } = useQuery(settingsQuery);
  const receiver = useReceiver(next);
  const site = settings?.name ?? say('common.brand');
  const { has: hasSource } = useVisitorSource();
  const toLogin = (): void => sendSignupEvent('redirectedToLogin');
  const login = withSource(withNext(pathTo('login'), next), useCarriedSource());
  return (
    <Dialog
      open
      sticky={state === 'inProgress'}
      onOpenChange={() => sendSignupEvent('signupClosed')}
      title={receiver ? say('accounts.write-to', { name: receiver.name }) : say('accounts.join', { site })}
      description={say(receiver ? 'accounts.write-to-lead' : 'accounts.join-lead')}
      {...(receiver && { start: <ReceiverPicture member={receiver} /> })}
      closeLabel={say('common.close')}
    >
      {admitsSignUp(settings?.signups ?? 'all', hasSource) ? (
        <SignupForm next={next} onLogin={toLogin} />
      ) : (
        <InviteOnly />
      )}
      <p className="text-15 text-ink-2">
        <Rich
          id="accounts.have-account"
          components={{ link: <Link to={login} onClick={toLogin} className="font-bold text-primary-ink underline" /> }}
        />
      </p>
    </Dialog>
  );
}
