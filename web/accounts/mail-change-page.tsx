import { type ReactElement, useState } from 'react';
import { redirectDocument, useActionData, useSearchParams } from 'react-router';

import { errorText } from '../errors.ts';
import { type RefusedForm, keepForm, tokenAction } from '../form-action.ts';
import { definePage } from '../page.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { LinkButton } from '../ui/button.tsx';
import { AccessFrame } from './access-frame.tsx';
import { TokenForm } from './token-form.tsx';
import { useToken } from './use-token.ts';

const page = definePage('mail-change-do', { parts: ['accounts', 'access'] });
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
export const clientAction = keepForm;

/** The target of both e-mails about a change of address, to the new one and to the old one (specification, section 2). */
export default function MailChangePage(): ReactElement {
  const [query] = useSearchParams();
  const refused = useActionData<RefusedForm>();
  // `useToken` empties the address.
  const [isUndo] = useState(query.has('undo'));
  const token = useToken();
  if (query.has('changed')) return <Changed />;
  return <Ask token={token} isUndo={isUndo || refused?.typed['undo'] === '1'} refused={refused} />;
}

function Ask({ token, isUndo, refused }: { token: string; isUndo: boolean; refused: RefusedForm | undefined }) {
  const say = useSay();
  const failure = token === '' ? ({ error: 'link.expired', message: '' } as const) : refused?.failure;
  const kind = isUndo ? 'undo' : 'change';
  return (
    <AccessFrame title={say(`access.mail-${kind}-title`)} lead={say(`access.mail-${kind}-lead`)}>
      {failure?.error === 'link.expired' ? (
        <Alert tone="danger">{errorText(say, failure)}</Alert>
      ) : (
        <TokenForm
          token={token}
          failure={failure}
          label={say(isUndo ? 'access.mail-undo' : 'access.mail-change-confirm')}
          action={pathTo('mail-change-do')}
        >
          <input type="hidden" name="undo" value={isUndo ? '1' : ''} />
        </TokenForm>
      )}
    </AccessFrame>
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
