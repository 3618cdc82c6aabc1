import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { icebreakersAtOnce } from '../../../contract/chat/limits.ts';
import { callFrom } from '../../platform/calls/queries.ts';
import { RetryAlert } from '../../platform/failure-alert.tsx';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon, RotateCw } from '../../ui/icon.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

export interface IcebreakersProps {
  profile: { id: MemberId; name: string };
  onChoose: (line: string) => void;
  className?: string;
}

export function Icebreakers({ profile, onChoose, className }: IcebreakersProps): ReactElement {
  const say = useSay();
  const {
    data: lines,
    isError,
    isFetching,
    refetch,
  } = useQuery({
    // Refetched on every opening, since each response has other lines. No event and no other component uses this key.
    queryKey: ['icebreakers', profile.id],
    queryFn: async (context) => (await callFrom(context)('listIcebreakers', { profile: profile.id })).lines,
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <div className={cx('grid w-full max-w-[34em] justify-items-center gap-2', className)}>
      {lines ? (
        <ul aria-live="polite" aria-label={say('chat.lines')} className="grid w-full gap-2">
          {lines.map((line) => (
            <li key={line}>
              <button
                type="button"
                onClick={() => onChoose(line)}
                className="min-h-11 w-full rounded-[18px] bg-surface px-4 py-2.5 text-left text-15 leading-[1.4] text-pretty wrap-anywhere text-ink inset-ring inset-ring-line transition-[background-color,color] hover:bg-primary-soft hover:text-on-primary-soft"
              >
                {line}
              </button>
            </li>
          ))}
        </ul>
      ) : (
        !isError && (
          <Loading label={say('common.loading')} className="grid w-full gap-2">
            {Array.from({ length: icebreakersAtOnce }, (_, place) => (
              <Skeleton key={place} className="h-11 rounded-[18px]" />
            ))}
          </Loading>
        )
      )}
      {isError && (
        <RetryAlert retry={refetch} className="w-full text-left">
          {say('chat.lines-failed')}
        </RetryAlert>
      )}
      {lines && !isError && (
        <Button variant="quiet" size="sm" busy={isFetching} onClick={() => void refetch()}>
          <Icon of={RotateCw} size="sm" />
          {say('chat.lines-more')}
        </Button>
      )}
    </div>
  );
}
