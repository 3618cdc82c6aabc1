import { describe, expect, it } from 'vitest';

import type { ReceivedLike } from '../../contract/likes.ts';
import { type Likes, entriesOf, isLikesType } from './likes-view.ts';

const received = (id: string, like_new: boolean, liked: boolean) => ({ id, like_new, liked }) as ReceivedLike;

const likes: Likes = {
  // Only what the views look at.
  profiles: [{ id: 'c' }, { id: 'd' }] as unknown as Likes['profiles'],
  liked_by: [
    received('a', false, false),
    received('b', true, false),
    received('c', false, true),
    received('d', true, true),
  ],
};
const ids = (type: Parameters<typeof entriesOf>[1]): string =>
  entriesOf(likes, type)
    .map(({ member, isNew }) => `${member.id}${isNew ? '*' : ''}`)
    .join(' ');

describe('the lists of likes', () => {
  it('show new received likes first and keep the order otherwise', () => {
    expect(ids('received')).toBe('b* d* a c');
  });
  it('show the given ones as they come', () => {
    expect(ids('given')).toBe('c d');
  });
  it('call a received like that was given back a match', () => {
    expect(ids('matches')).toBe('d* c');
  });
  it('are three', () => {
    expect(isLikesType('matches')).toBe(true);
    expect(isLikesType('everything')).toBe(false);
    expect(isLikesType(undefined)).toBe(false);
  });
});
