import { describe, expect, it } from 'vitest';

import { ana, ben, buildLikes, received } from '../../tests/support/cached-answers.ts';
import { getLikesEntries, isLikesType } from './likes-view.ts';

const likes = buildLikes({
  profiles: [ben],
  liked_by: [received(ana, true, 2), received(ben, false, 1)],
  matches: [received(ben, false, 1)],
});
const ids = (type: Parameters<typeof getLikesEntries>[1]): string =>
  getLikesEntries(likes, type)
    .map(({ member, isNew }) => `${member.id}${isNew ? '*' : ''}`)
    .join(' ');

describe('the lists of likes', () => {
  it('show the received likes in their order, with the new ones marked', () => {
    expect(ids('received')).toBe('ana* ben');
  });
  it('show the given likes and the matches', () => {
    expect([ids('given'), ids('matches')]).toEqual(['ben', 'ben']);
  });
  it('accept no unknown name', () => {
    expect(isLikesType('matches')).toBe(true);
    expect(isLikesType('everything')).toBe(false);
    expect(isLikesType(undefined)).toBe(false);
  });
});
