import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';

import { definePage } from '../platform/pages/page.ts';
import { userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { BalanceLink, DebtAlert } from './balance.tsx';
import { reviewAction } from './order-action.ts';
import { OrderForm } from './order-form.tsx';
import { bundlesQuery } from './payments-queries.ts';
import { rememberReturn } from './return-to.ts';

const page = definePage('credits', {
  parts: ['payments', 'discounts'],
  load: ({ ensure }) => ensure(bundlesQuery()),
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;
export const action = reviewAction;

const orderLinks = [
  ['credits-history', 'payments.statement'],
  ['transactions-id', 'payments.orders'],
] as const;
const repeatLink = ['credits-repeat-order', 'payments.repeat'] as const;

export default function CreditsPage(): ReactElement {
  const say = useSay();
  const [query] = useSearchParams();
  const { data: user } = useQuery(userQuery);
  const credits = user?.credits ?? 0;
  const links = user?.paid_user ? [...orderLinks, repeatLink] : orderLinks;
  const next = query.get('next');
  useEffect(() => rememberReturn(next), [next]);
  return (
    <div className="mx-auto grid w-full max-w-page gap-5 px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <PageHead
        title={say('payments.title')}
        back={pathTo('members')}
        aside={<BalanceLink to={pathTo('credits-history')} credits={credits} />}
      />
      <DebtAlert credits={credits} />
      <OrderForm bundle={query.get('bundle') ?? undefined} />
      <p className="flex flex-wrap gap-x-5 text-13">
        {links.map(([name, sentence]) => (
          <Link
            key={name}
            to={pathTo(name)}
            className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap text-primary-ink underline underline-offset-4"
          >
            {say(sentence)}
          </Link>
        ))}
      </p>
    </div>
  );
}
