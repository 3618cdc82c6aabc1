import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { redirectDocument, useActionData, useSearchParams } from 'react-router';

import { mailRevertHours } from '../../../contract/accounts/limits.ts';
import { type RefusedForm, submitForm, tokenAction } from '../../platform/pages/form-action.ts';
import { definePage } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { AccessFrame } from '../access-frame.tsx';
import { mailChangeQuery } from '../accounts-queries.ts';
import { LinkAwaited, TokenForm, useLink } from '../login-links/mailed-link.tsx';

const page = definePage('mail-change-do', {
  parts: ['accounts', 'access'],
  load: async ({ ensure, url }) => {
    const token = url.searchParams.get('token');
    if (token !== null) await ensure(mailChangeQuery(token)).catch(() => undefined);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** Changes the address, or undoes that, by a button: opening the link alone, as mail scanners do, changes nothing. */
export const action = tokenAction('confirmMailChange', ({ reset_token: token }) =>
  redirectDocument(
    token === null
      ? `${pathTo('mail-change-do')}?changed`
      : `${pathTo('reset-password-do')}?token=${encodeURIComponent(token)}`,
  ),
);
export const clientAction = submitForm;

/** Target of the mails about a change of address, to the new and the old one (specification, section 2). */
export default function MailChangePage(): ReactElement {
  const [query] = useSearchParams();
  const link = useLink();
  if (query.has('changed')) return <Changed />;
  if (link === null) return <Awaited />;
  return <Ask token={link.get('token') ?? ''} isUndo={link.has('undo')} />;
}

function Awaited(): ReactElement {
  const say = useSay();
  return (
    <AccessFrame title={say('access.mail-change-title')}>
      <LinkAwaited
        expired={
          <>
            <p>{say('access.mail-change-expired-lead')}</p>
            <WayOn isUndo={false} />
          </>
        }
      />
    </AccessFrame>
  );
}

function Ask({ token, isUndo }: { token: string; isUndo: boolean }): ReactElement {
  const say = useSay();
  const failure = useActionData<RefusedForm>()?.failure;
  // Without the address, the page asks without naming it.
  const { data: email } = useQuery({ ...mailChangeQuery(token), enabled: token !== '', retry: false });
  const kind = isUndo ? 'undo' : 'change';
  if (token === '' || email === null || failure?.error === 'link.expired')
    return (
      <AccessFrame
        title={say('accounts.from-mail-expired')}
        lead={say(`access.mail-${kind}-expired-lead`, { hours: mailRevertHours })}
      >
        <WayOn isUndo={isUndo} />
      </AccessFrame>
    );
  return (
    <AccessFrame title={say(`access.mail-${kind}-title`)} lead={say(`access.mail-${kind}-lead`)}>
      {email !== undefined && <p className="font-bold wrap-anywhere">{email}</p>}
      <TokenForm
        token={token}
        failure={failure}
        label={say(isUndo ? 'access.mail-undo' : 'access.mail-change-confirm')}
        action={pathTo('mail-change-do')}
      >
        {isUndo && <input type="hidden" name="undo" value="1" />}
      </TokenForm>
    </AccessFrame>
  );
}

/** An undo link cannot be requested again. */
function WayOn({ isUndo }: { isUndo: boolean }): ReactElement {
  const say = useSay();
  return (
    <LinkButton to={pathTo(isUndo ? 'service' : 'settings')} wide>
      {say(isUndo ? 'shell.footer.service' : 'shell.settings')}
    </LinkButton>
  );
}

function Changed(): ReactElement {
  const say = useSay();
  return (
    <AccessFrame title={say('access.mail-changed-title')} lead={say('access.mail-changed-lead')}>
      <LinkButton to={pathTo('login')} wide>
        {say('access.mail-to-log-in')}
      </LinkButton>
    </AccessFrame>
  );
}
