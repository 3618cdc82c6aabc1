import { describe, expect, it } from 'vitest';

import { pricesFor, blockerRefusal, visibleFrom } from './rules.ts';

describe('a refusal to send', () => {
  it('names the limit or the member', () => {
    expect(blockerRefusal('premium', 'Noor')).toEqual(['chat.premium', { max: 2 }]);
    expect(blockerRefusal('blocked', 'Noor')).toEqual(['profile.blocked-you', { name: 'Noor' }]);
    expect(blockerRefusal('gone', 'Noor')).toEqual(['profile.not-found', {}]);
  });
});

describe('prices', () => {
  it('are zero for messages to fictional members', () => {
    expect(pricesFor({ message_credits: 5, photo_credits: 10 }, true)).toEqual({
      message_credits: 0,
      photo_credits: 0,
    });
    expect(pricesFor({ message_credits: 5, photo_credits: 10 }, false)).toEqual({
      message_credits: 5,
      photo_credits: 10,
    });
  });
});

describe('the history that a member sees', () => {
  it.each([
    ['free, short', { cleared_seq: 0, last_seq: 20 }, false, { floor: 0, hidden: false }],
    ['free, long', { cleared_seq: 0, last_seq: 21 }, false, { floor: 1, hidden: true }],
    ['free, deleted later than the limit', { cleared_seq: 15, last_seq: 30 }, false, { floor: 15, hidden: false }],
    ['free, deleted before the limit', { cleared_seq: 5, last_seq: 30 }, false, { floor: 10, hidden: true }],
    ['premium', { cleared_seq: 0, last_seq: 900 }, true, { floor: 0, hidden: false }],
    ['premium, deleted', { cleared_seq: 7, last_seq: 900 }, true, { floor: 7, hidden: false }],
  ])('starts at the right message: %s', (_case, side, paid, expected) => {
    expect(visibleFrom(side, paid)).toEqual(expected);
  });
});
