import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import type { LiveEvent } from '../../contract/events.ts';
import type { Likes } from '../../contract/likes.ts';
import { likesQuery } from '../queries.ts';
import { EventLog } from './event-log.ts';
import { applyToCaches, replayOverAnswers } from './live-caches.ts';
import { ana, likesOf, received } from './stale-and-fetched.ts';

describe('an event that comes while an answer is on its way', () => {
  it('is applied to the answer when it arrives, though that was made before it (MSG-03)', async () => {
    const queries = new QueryClient();
    const log = new EventLog();
    const end = replayOverAnswers(queries, log);
    let answer: (likes: Likes) => void = () => undefined;
    const before = likesOf({ liked_by: [received(ana, true, 1)] });
    const fetched = queries.fetchQuery({
      queryKey: likesQuery.queryKey,
      queryFn: () => new Promise((resolve) => (answer = resolve)),
    });
    const event: LiveEvent = { type: 'like-gone', profile: 'ana' };
    log.add(event);
    queries.setQueryData(likesQuery.queryKey, likesOf({}));
    applyToCaches(queries, event);
    answer(before);
    await fetched;
    expect(queries.getQueryData(likesQuery.queryKey)).toEqual(likesOf({}));
    end();
    queries.clear();
  });

  it('is not applied to an answer that was asked for after it', async () => {
    const queries = new QueryClient();
    const log = new EventLog();
    const end = replayOverAnswers(queries, log);
    log.add({ type: 'like-gone', profile: 'ana' });
    const again = likesOf({ liked_by: [received(ana, true, 2)] });
    await queries.fetchQuery({ queryKey: likesQuery.queryKey, queryFn: async () => again });
    expect(queries.getQueryData(likesQuery.queryKey)).toEqual(again);
    end();
    queries.clear();
  });
});
