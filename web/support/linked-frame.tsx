import type { ReactElement, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { UseQueryResult } from '@tanstack/react-query';

import { RetryAlert } from '../platform/retry-alert.tsx';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';

/** Returns the number and the token of a link, which show its page without a login. */
export function readLink(query: URLSearchParams): [number: string, token: string] {
  return [query.get('number') ?? '', query.get('token') ?? ''];
}

/** The number and the token of the open page. */
export function useLink(): [number: string, token: string] {
  return readLink(useSearchParams()[0]);
}

export interface LinkedFrameProps<Data> {
  title: string;
  asked: Pick<UseQueryResult<Data | null>, 'data' | 'error' | 'isPending' | 'refetch'>;
  gone: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The page of a complaint or a decision, for anyone who has its link. */
export function LinkedFrame<Data>({ title, asked, gone, children }: LinkedFrameProps<Data>): ReactElement {
  const say = useSay();
  const { data, error, isPending, refetch } = asked;
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <div className="mx-auto grid max-w-[640px] gap-5">
        <PageHead title={title} back={pathTo('complaints')} intro={data ? say('support.state.intro') : undefined} />
        {isPending && !error && (
          <Loading label={say('common.loading')}>
            <Skeleton className="h-40 rounded-card" />
          </Loading>
        )}
        {error && !data && <RetryAlert error={error} retry={refetch} />}
        {data === null && gone}
        {data && children(data)}
      </div>
    </div>
  );
}
