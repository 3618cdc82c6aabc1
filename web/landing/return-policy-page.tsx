import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';

import { submitForm } from '../platform/pages/form-action.ts';
import { definePage } from '../platform/pages/page.ts';
import { userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ChevronDown, Icon } from '../ui/icon.tsx';
import { GuestForm, declareAction } from '../withdrawal/guest-form.tsx';
import { StaticPage, listSections, staticOptions } from './static-page.tsx';

const page = definePage('return-policy', {
  ...staticOptions,
  parts: [...staticOptions.parts, 'withdrawal', 'payments'],
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;
export const action = declareAction;

export const clientAction = submitForm;

const sections = listSections('return-policy', ['right', 'how', 'words', 'amount', 'when', 'mistake']);

export default function ReturnPolicyPage(): ReactElement {
  return (
    <StaticPage title="static-pages.return-policy" lead="static-pages.return-policy.lead" dated sections={sections}>
      <Withdraw />
    </StaticPage>
  );
}

function Withdraw(): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  return (
    <Card as="section" aria-labelledby="withdraw" className="grid gap-5">
      <h2 id="withdraw" className="speak text-20">
        {say('withdrawal.title')}
      </h2>
      {user && (
        <>
          <p className="text-ink-2">{say('withdrawal.intro')}</p>
          <LinkButton to={pathTo('withdrawal')} className="justify-self-start">
            {say('withdrawal.title')}
          </LinkButton>
        </>
      )}
      <details open={!user} className="group border-t border-line">
        <summary className="-mb-2 flex min-h-13 items-center justify-between gap-4 font-bold hover:text-primary-ink">
          {say('withdrawal.guest')}
          <Icon of={ChevronDown} size="sm" className="text-ink-3 transition-[rotate] group-open:rotate-180" />
        </summary>
        <div className="mt-3">
          <GuestForm />
        </div>
      </details>
    </Card>
  );
}
