import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import type { LiveEvent } from '../../contract/events.ts';
import type { Likes } from '../../contract/likes.ts';
import { likesQuery } from '../queries.ts';
import { ana, ben, foundOf, likesOf, profileOf, received } from '../../tests/support/cached-answers.ts';
import { EventLog } from '../live/event-log.ts';
import { applyToCaches, replayOverAnswers } from './apply-to-caches.ts';
import { keys } from './query-keys.ts';

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

describe('a live like', () => {
  it('reaches every page of results and every profile, and leaves them as old as they are', () => {
    const queries = new QueryClient();
    const [found, similar, profile] = [keys.profiles('', 2), keys.similar('ben'), keys.profile('ana')];
    queries.setQueryData(found, foundOf(ben, ana), { updatedAt: 1_000 });
    queries.setQueryData(similar, { results: [ana] }, { updatedAt: 2_000 });
    queries.setQueryData(profile, profileOf(ana), { updatedAt: 3_000 });
    void queries.invalidateQueries({ queryKey: profile });
    const liked = { ...ana, liked: true };
    applyToCaches(queries, { type: 'like-given', id: 'ana', profile: liked });
    expect(queries.getQueryData(found)).toEqual(foundOf(ben, liked));
    expect(queries.getQueryData(similar)).toEqual({ results: [liked] });
    expect(queries.getQueryData(profile)).toEqual(profileOf(liked));
    expect([found, similar, profile].map((key) => queries.getQueryState(key)?.dataUpdatedAt)).toEqual([
      1_000, 2_000, 3_000,
    ]);
    expect(queries.getQueryState(profile)?.isInvalidated).toBe(true);
    queries.clear();
  });
});
