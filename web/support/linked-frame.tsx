import { type UseQueryResult, queryOptions } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useSearchParams } from 'react-router';

import { CallError } from '../platform/calls/call.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { LocalTime } from '../platform/sentences/local-time.tsx';
import { callFrom } from '../platform/calls/queries.ts';
import { Pending } from '../platform/failure-alert.tsx';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Returns the number and the token of a link, which show its page without a login. */
export function readLink(query: URLSearchParams): [number: string, token: string] {
  return [query.get('number') ?? '', query.get('token') ?? ''];
}

export function useLink(): [number: string, token: string] {
  return readLink(useSearchParams()[0]);
}

export interface LinkedFrameProps<Data> {
  title: string;
  asked: Pick<UseQueryResult<Data | null>, 'data' | 'error' | 'refetch'>;
  gone: ReactNode;
  children: (data: Data) => ReactNode;
}

export function LinkedFrame<Data>({ title, asked, gone, children }: LinkedFrameProps<Data>): ReactElement {
  const say = useSay();
  const { data } = asked;
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <div className="mx-auto grid max-w-[640px] gap-5">
        <PageHead title={title} back={pathTo('complaints')} intro={data ? say('support.state.intro') : undefined} />
        <Pending query={asked}>
          <Skeleton className="h-40 rounded-card" />
        </Pending>
        {data === null && gone}
        {data && children(data)}
      </div>
    </div>
  );
}

export function Line({ label, children }: { label: string; children: ReactNode }): ReactElement {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
      <dt className="text-ink-3">{label}</dt>
      <dd className="text-right font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

export function Said({ title, at, text }: { title: string; at: string; text: string }): ReactElement {
  const format = useFormat();
  return (
    <Card as="section" className="grid gap-2 md:p-7">
      <h2 className="speak text-20">{title}</h2>
      <LocalTime at={at} write={(moment) => format.dateTime(moment)} className="text-13 text-ink-3" />
      <p className="own-ink whitespace-pre-line wrap-anywhere text-ink-2">{text}</p>
    </Card>
  );
}

/** Reads the state of a complaint; null if number and token match none. */
export const complaintQuery = (number: string, token: string) =>
  queryOptions({
    queryKey: ['complaint', number, token],
    queryFn: (context) => callFrom(context)('getComplaint', { number, token }).catch(nullIfGone),
    staleTime: 0,
  });

/** Reads the reasons for a moderation action; null if number and token match none. */
export const moderationActionQuery = (number: string, token: string) =>
  queryOptions({
    queryKey: ['action', number, token],
    queryFn: (context) => callFrom(context)('getModerationAction', { number, token }).catch(nullIfGone),
    staleTime: 0,
  });

function nullIfGone(error: unknown): null {
  if (error instanceof CallError && ['complaint.not-found', 'input.invalid'].includes(error.code)) return null;
  throw error;
}
