import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import type { LiveEvent } from '../../contract/events.ts';
import { likesQuery } from '../queries.ts';
import { EventLog } from './event-log.ts';
import { applyToCaches, replayOverAnswers } from './live-caches.ts';

describe('an event that comes while an answer is on its way', () => {
  it('is applied to the answer when it arrives, though that was made before it (MSG-03)', async () => {
    const queries = new QueryClient();
    const log = new EventLog();
    const end = replayOverAnswers(queries, log);
    let answer: (likes: unknown) => void = () => undefined;
    const before = { profiles: [], liked_by: [{ id: 'ana', like_new: true, at: '2026-11-21T09:00:00Z' }] };
    const fetched = queries.fetchQuery({
      queryKey: likesQuery.queryKey,
      queryFn: () => new Promise((resolve) => (answer = resolve)),
    });
    const event: LiveEvent = { type: 'like-gone', profile: 'ana' };
    log.add(event);
    queries.setQueryData(likesQuery.queryKey, { profiles: [], liked_by: [] });
    applyToCaches(queries, event);
    answer(before);
    await fetched;
    expect(queries.getQueryData(likesQuery.queryKey)).toEqual({ profiles: [], liked_by: [] });
    end();
    queries.clear();
  });

  it('is not applied to an answer that was asked for after it', async () => {
    const queries = new QueryClient();
    const log = new EventLog();
    const end = replayOverAnswers(queries, log);
    log.add({ type: 'like-gone', profile: 'ana' });
    const again = { profiles: [], liked_by: [{ id: 'ana', like_new: true, at: '2026-11-21T10:00:00Z' }] };
    await queries.fetchQuery({ queryKey: likesQuery.queryKey, queryFn: async () => again as never });
    expect(queries.getQueryData(likesQuery.queryKey)).toEqual(again);
    end();
    queries.clear();
  });
});
