import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { redirectDocument, useActionData } from 'react-router';

import { loginLinkHours } from '../../../contract/accounts/limits.ts';
import { type RefusedForm, submitForm, tokenAction } from '../../platform/pages/form-action.ts';
import { definePage, safeNext, withNext } from '../../platform/pages/page.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { Rich, useSay } from '../../platform/sentences/sentences.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { AccessFrame } from '../access-frame.tsx';
import { loginNameQuery } from '../accounts-queries.ts';
import { LinkAwaited, TokenForm, useLink } from './mailed-link.tsx';

const page = definePage('from-mail', {
  parts: ['accounts'],
  load: async ({ ensure, url }) => {
    const token = url.searchParams.get('token');
    // If the name cannot be loaded, the page omits it.
    if (token !== null) await ensure(loginNameQuery(token)).catch(() => undefined);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** Logs in by the button: opening the link alone, as mail scanners do, does not use the token. */
export const action = tokenAction('logInByLink', ({ page: path }) => redirectDocument(path));
export const clientAction = submitForm;

/** Target of a login link: names the account, with one button to the page. Skipped for logged-in members. */
export default function FromMailPage(): ReactElement {
  const say = useSay();
  const refused = useActionData<RefusedForm>();
  const link = useLink();
  const token = link?.get('token') ?? '';
  const { data: name } = useQuery({ ...loginNameQuery(token), enabled: token !== '' });
  const next = safeNext(link?.get('next') ?? null, '');
  if (link === null)
    return (
      <AccessFrame title={say('accounts.from-mail-title')}>
        <LinkAwaited
          expired={
            <>
              <p>{say('accounts.from-mail-expired-lead', { hours: loginLinkHours })}</p>
              <ToLogin next={next} />
            </>
          }
        />
      </AccessFrame>
    );
  if (token === '' || refused?.failure?.error === 'link.expired') return <Expired next={next} />;
  return (
    <AccessFrame title={say('accounts.from-mail-title')} lead={say('accounts.from-mail-lead')}>
      {name && (
        <p className="text-15 wrap-anywhere text-ink-2">
          <Rich
            id="accounts.from-mail-as"
            values={{
              name: (
                <strong key="name" className="text-ink">
                  {name}
                </strong>
              ),
            }}
          />
        </p>
      )}
      <TokenForm token={token} failure={refused?.failure} label={say('accounts.from-mail')} />
    </AccessFrame>
  );
}

function Expired({ next }: { next: string }): ReactElement {
  const say = useSay();
  return (
    <AccessFrame
      title={say('accounts.from-mail-expired')}
      lead={say('accounts.from-mail-expired-lead', { hours: loginLinkHours })}
    >
      <ToLogin next={next} />
    </AccessFrame>
  );
}

function ToLogin({ next }: { next: string }): ReactElement {
  const say = useSay();
  return (
    <LinkButton to={withNext(pathTo('login'), next)} wide>
      {say('accounts.log-in')}
    </LinkButton>
  );
}
