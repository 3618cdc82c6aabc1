import type { ReactElement } from 'react';
import { redirectDocument, useActionData, useSearchParams } from 'react-router';

import { reactivationWindowDays } from '../../../contract/accounts/limits.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { type RefusedForm, submitForm, tokenAction } from '../../platform/pages/form-action.ts';
import { definePage } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { AccessFrame } from '../access-frame.tsx';
import { TokenForm, useLink } from '../login-links/mailed-link.tsx';

const page = definePage('account-deleted', { parts: ['accounts'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** Restores the account by a button: opening the link alone, as mail scanners do, changes nothing. */
export const action = tokenAction('reactivateAccount', () => redirectDocument(`${pathTo('account-deleted')}?back`));
export const clientAction = submitForm;

/** Shown after an account is ended; target of the mail that restores it (specification, sections 2 and 4). */
export default function AccountDeletedPage(): ReactElement {
  const [query] = useSearchParams();
  const token = useLink()?.get('token') ?? '';
  if (query.has('back')) return <Returned />;
  return token === '' ? <Gone /> : <WayBack token={token} />;
}

function Gone(): ReactElement {
  const say = useSay();
  return (
    <AccessFrame title={say('accounts.gone-title')} lead={say('accounts.gone-lead')}>
      <p>{say('accounts.gone-mail', { days: reactivationWindowDays })}</p>
      <LinkButton to={pathTo('index')} variant="second" wide>
        {say('accounts.gone-start')}
      </LinkButton>
    </AccessFrame>
  );
}

function WayBack({ token }: { token: string }): ReactElement {
  const say = useSay();
  const refused = useActionData<RefusedForm>();
  if (refused?.failure?.error === 'link.expired')
    return (
      <AccessFrame
        title={errorText(say, refused.failure)}
        lead={say('accounts.back-expired', { days: reactivationWindowDays })}
      >
        <LinkButton to={pathTo('login')} wide>
          {say('accounts.log-in')}
        </LinkButton>
      </AccessFrame>
    );
  return (
    <AccessFrame title={say('accounts.back-title')} lead={say('accounts.back-lead')}>
      <TokenForm
        token={token}
        failure={refused?.failure}
        label={say('accounts.back')}
        action={pathTo('account-deleted')}
      />
    </AccessFrame>
  );
}

function Returned(): ReactElement {
  const say = useSay();
  return (
    <AccessFrame title={say('accounts.returned-title')} lead={say('accounts.returned-lead')}>
      <LinkButton to={pathTo('login')} wide>
        {say('accounts.log-in')}
      </LinkButton>
    </AccessFrame>
  );
}
