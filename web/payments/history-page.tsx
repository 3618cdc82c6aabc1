import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';

import { filterCauses, isCause } from '../../contract/credits/causes.ts';
import type { LedgerEntry } from '../../contract/credits/operations.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { LocalTime } from '../platform/sentences/local-time.tsx';
import { definePage } from '../platform/pages/page.ts';
import { userQuery } from '../platform/calls/queries.ts';
import { RetryAlert } from '../platform/failure-alert.tsx';
import { pathTo } from '../platform/pages/route-table.ts';
import { type Say, useSay } from '../platform/sentences/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Field, Select } from '../ui/field.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { BalanceLink, DebtAlert } from './balance.tsx';
import { ledgerQuery } from './payments-queries.ts';

const page = definePage('credits-history', { parts: ['payments'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export default function HistoryPage(): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const credits = user?.credits ?? 0;
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <div className="grid max-w-[796px] gap-5">
        <PageHead
          title={say('payments.statement')}
          back={pathTo('credits')}
          aside={<BalanceLink to={pathTo('credits')} credits={credits} />}
          intro={say('payments.statement.intro')}
        />
        <DebtAlert
          credits={credits}
          action={
            <LinkButton to={pathTo('credits')} size="sm">
              {say('payments.title')}
            </LinkButton>
          }
        />
        <Statement />
      </div>
    </div>
  );
}

const fileAddress = '/api/ledger.csv';

function Statement(): ReactElement {
  const say = useSay();
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('cause');
  const cause = isCause(wanted) ? wanted : undefined;
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    ledgerQuery(cause),
  );
  const entries = data?.pages.flatMap((part) => part.entries) ?? [];
  return (
    <section className="grid gap-4" aria-label={say('payments.statement')}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Field label={say('payments.statement.show')} className="min-w-0 flex-1 basis-48 sm:max-w-[280px]">
          <Select
            value={cause ?? ''}
            onChange={({ target: { value } }) => setQuery(value ? { cause: value } : {}, { replace: true })}
          >
            <option value="">{say('payments.statement.all')}</option>
            {filterCauses.map((one) => (
              <option key={one} value={one}>
                {say(`payments.filter.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
        <a
          href={cause ? `${fileAddress}?cause=${cause}` : fileAddress}
          download
          className="inline-flex min-h-11 items-center font-semibold text-primary-ink underline underline-offset-4"
        >
          {say('payments.statement.download')}
        </a>
      </div>
      {isPending && <Skeleton className="h-40 rounded-photo" />}
      {error && <RetryAlert error={error} retry={refetch} />}
      {data && entries.length === 0 && (
        <p className="text-ink-2">{say(cause ? 'payments.statement.none' : 'payments.statement.empty')}</p>
      )}
      {entries.length > 0 && <Entries entries={entries} />}
      {hasNextPage && (
        <Button variant="second" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {say('common.more')}
        </Button>
      )}
    </section>
  );
}

function Entries({ entries }: { entries: readonly LedgerEntry[] }): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <table className="w-full text-13 tabular-nums">
      <thead className="text-left text-12 text-ink-3">
        <tr>
          <th className="py-2 pr-3 font-semibold">{say('payments.statement.what')}</th>
          <th className="py-2 pr-3 text-right font-semibold">{say('payments.statement.credits')}</th>
          <th className="py-2 text-right font-semibold">{say('payments.statement.balance')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id} className="border-t border-line">
            <td className="py-2.5 pr-3">
              <Cause say={say} entry={entry} />
              <LocalTime at={entry.at} write={format.dateTime} className="block text-12 text-ink-3" />
            </td>
            <td className={cx('py-2.5 pr-3 text-right font-bold', entry.credits > 0 ? 'text-success' : 'text-ink')}>
              {format.signed(entry.credits)}
            </td>
            <td className="py-2.5 text-right text-ink-2">{format.number(entry.balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cause({ say, entry }: { say: Say; entry: LedgerEntry }): ReactElement {
  const text = say(`payments.cause.${entry.cause}`, { name: entry.profile?.name ?? say('payments.someone') });
  const to = entry.payment
    ? pathTo('transactions-id', { id: entry.payment })
    : entry.profile
      ? pathTo('members-id', { id: entry.profile.id })
      : null;
  if (to === null) return <span className="font-semibold">{text}</span>;
  return (
    <Link
      to={to}
      className="font-semibold underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {text}
    </Link>
  );
}
