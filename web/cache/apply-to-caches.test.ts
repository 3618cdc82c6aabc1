import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import type { LiveEvent } from '../../contract/events.ts';
import type { Likes } from '../../contract/likes/operations.ts';
import { likesQuery } from './list-pages.ts';
import { createQueries, keys } from '../platform/calls/queries.ts';
import { ana, ben, buildResults, buildLikes, buildProfile, received } from '../../tests/support/cached-responses.ts';
import { EventLog } from '../live/run-live.ts';
import { applyToCaches, replayOverResponses } from './apply-to-caches.ts';

describe('an event that comes while a response is on its way', () => {
  it('is applied to the response if the response was made before the event (MSG-03)', async () => {
    const queries = new QueryClient();
    const log = new EventLog();
    const end = replayOverResponses(queries, log);
    let answer: (likes: Likes) => void = () => undefined;
    const before = buildLikes({ liked_by: [received(ana, true, 1)] });
    const fetched = queries.fetchQuery({
      queryKey: likesQuery.queryKey,
      queryFn: () => new Promise((resolve) => (answer = resolve)),
    });
    const event: LiveEvent = { type: 'like-gone', profile: toId('ana') };
    log.add(event);
    queries.setQueryData(likesQuery.queryKey, buildLikes({}));
    applyToCaches(queries, event);
    answer(before);
    await fetched;
    expect(queries.getQueryData(likesQuery.queryKey)).toEqual(buildLikes({}));
    end();
    queries.clear();
  });

  it('is not applied to a response that was requested after the event', async () => {
    const queries = new QueryClient();
    const log = new EventLog();
    const end = replayOverResponses(queries, log);
    log.add({ type: 'like-gone', profile: toId('ana') });
    const again = buildLikes({ liked_by: [received(ana, true, 2)] });
    await queries.fetchQuery({ queryKey: likesQuery.queryKey, queryFn: async () => again });
    expect(queries.getQueryData(likesQuery.queryKey)).toEqual(again);
    end();
    queries.clear();
  });

  it.each<[string, LiveEvent, QueryKey]>([
    ['a payment that its page is loading', { type: 'payment', payment: toId('p1') }, keys.payment(toId('p1'))],
    ['a part of every page', { type: 'profile' }, keys.user],
  ])('causes another fetch if the event does not carry the change: %s', async (_what, event, queryKey) => {
    const answers: ((state: string) => void)[] = [];
    const ask = () => new Promise<string>((resolve) => answers.push(resolve));
    const queries = createQueries(((name: string) => (name === 'getUser' ? ask() : Promise.reject())) as never);
    const log = new EventLog();
    const end = replayOverResponses(queries, log);
    const fetched = queries.fetchQuery({ queryKey, queryFn: ask });
    log.add(event);
    applyToCaches(queries, event);
    answers[0]?.('before');
    await fetched;
    await vi.waitFor(() => expect(answers.length > 1 || queries.getQueryState(queryKey)?.isInvalidated).toBe(true));
    end();
    queries.clear();
  });
});

it('a live like reaches every page of results and every profile, and keeps their age and staleness', () => {
  const queries = new QueryClient();
  const [found, similar, profile] = [keys.profiles('', 2), keys.similar('ben'), keys.profile(toId('ana'))];
  queries.setQueryData(found, buildResults(ben, ana), { updatedAt: 1_000 });
  queries.setQueryData(similar, { results: [ana] }, { updatedAt: 2_000 });
  queries.setQueryData(profile, buildProfile(ana), { updatedAt: 3_000 });
  void queries.invalidateQueries({ queryKey: profile });
  const liked = { ...ana, liked: true };
  applyToCaches(queries, { type: 'like-given', id: toId('ana'), profile: liked });
  expect(queries.getQueryData(found)).toEqual(buildResults(ben, liked));
  expect(queries.getQueryData(similar)).toEqual({ results: [liked] });
  expect(queries.getQueryData(profile)).toEqual(buildProfile(liked));
  expect([found, similar, profile].map((key) => queries.getQueryState(key)?.dataUpdatedAt)).toEqual([
    1_000, 2_000, 3_000,
  ]);
  expect(queries.getQueryState(profile)?.isInvalidated).toBe(true);
  queries.clear();
});
