import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import { toId } from '../../contract/platform/id.ts';
import type { Likes } from '../../contract/likes/operations.ts';
import { likesPageSize } from '../../contract/likes/limits.ts';
import type { Call } from '../platform/calls/call.ts';
import { ana, ben, buildLikes, received } from '../../tests/support/cached-responses.ts';
import { countNewLikes } from '../shell/unread-counts.ts';
import { keys } from '../platform/calls/queries.ts';
import { fetchLikes, loadMoreLikes, withMoreLikes } from './list-pages.ts';

const cleo = { ...ana, id: toId<MemberId>('cleo') };
const ends = { profiles: null, liked_by: null, matches: null };

describe('the next page of a list of likes', () => {
  it('shows a like that moved down when it was seen only once, behind the new ones', () => {
    const known = buildLikes({
      liked_by: [received(ana, false, 9)],
      new: [toId('ben')],
      before: { ...ends, liked_by: 'end' },
    });
    const page = buildLikes({ liked_by: [received(ben, true, 5), received(ana, false, 9), received(cleo, false, 1)] });
    const loaded = withMoreLikes(known, 'liked_by', page);
    expect(loaded.liked_by.map(({ id }) => id)).toEqual(['ben', 'ana', 'cleo']);
    expect([countNewLikes(known), countNewLikes(loaded)]).toEqual([1, 1]);
    expect(loaded.before).toEqual(ends);
  });

  it('changes no other list', () => {
    const before = { profiles: 'p', liked_by: 'l', matches: 'm' };
    const known = buildLikes({ profiles: [ana], liked_by: [received(ben, true, 1)], new: [toId('cleo')], before });
    expect(withMoreLikes(known, 'profiles', buildLikes({ profiles: [ben, ana] }))).toEqual({
      ...known,
      profiles: [ana, ben],
      before: { ...before, profiles: null },
    });
    expect(withMoreLikes(known, 'matches', buildLikes({ matches: [received(cleo, true, 2)] }))).toEqual({
      ...known,
      matches: [received(cleo, true, 2)],
      before: { ...before, matches: null },
    });
  });

  it('is requested again if the likes changed while it was on its way', async () => {
    const queries = new QueryClient();
    queries.setQueryData(keys.likes, buildLikes({ before: { ...ends, liked_by: 'end' } }));
    const answers = [buildLikes({ liked_by: [received(ana, false, 1)] }), buildLikes({})];
    const asked: unknown[] = [];
    const call = (async (_name: string, input: unknown) => {
      asked.push(input);
      if (asked.length === 1) queries.setQueryData<Likes>(keys.likes, (likes) => likes);
      return answers.shift();
    }) as unknown as Call;
    await loadMoreLikes(queries, call, 'liked_by');
    expect(asked).toEqual([{ before: 'end' }, { before: 'end' }]);
    expect(queries.getQueryData(keys.likes)).toEqual(buildLikes({}));
  });
});

it('a refetch of likes loads as many pages of each list as were loaded before', async () => {
  const many = (count: number) => Array.from({ length: count }, () => received(ana, false, 1));
  const before = { profiles: null, liked_by: 'l', matches: 'm' };
  const known = buildLikes({ liked_by: many(2 * likesPageSize), matches: many(likesPageSize), before });
  const asked: (string | undefined)[] = [];
  const ends: Partial<Record<string, string | null>> = { p1: 'p2', p2: null, l1: 'l2' };
  const call = (async (_name: string, input: { before?: string }) => {
    asked.push(input.before);
    const next = ends[input.before ?? ''];
    if (next === undefined) return buildLikes({ before: { profiles: 'p1', liked_by: 'l1', matches: 'm1' } });
    return buildLikes({ before: { profiles: next, liked_by: next, matches: next } });
  }) as unknown as Call;
  await fetchLikes(call, new AbortController().signal, () => known);
  // Loaded before: all given likes, two pages of the received ones, one page of the matches.
  expect(asked).toEqual([undefined, 'p1', 'p2', 'l1']);
});
