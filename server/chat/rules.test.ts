import { describe, expect, it } from 'vitest';

import type { FactsRow } from './queries.ts';
import { barOf, pricesFor, refusalOf, visibleFrom } from './rules.ts';

const open: FactsRow = {
  viewer_id: 'v',
  other_id: 'o',
  name: 'Noor',
  fictional: false,
  invisible: false,
  same_pool: true,
  profile_status: 'active',
  status: 'active',
  confirmed: true,
  blocked_by_viewer: false,
  blocked_by_other: false,
  liked_by_other: false,
  conversation_id: null,
  hidden: null,
  started: 0,
  paid: false,
};
const talking = { conversation_id: 'c', hidden: false };

describe('who may write to whom', () => {
  it.each<[string, Partial<FactsRow>, ReturnType<typeof barOf>]>([
    ['anybody to an active member', {}, null],
    ['nobody to a banned one', { status: 'banned', ...talking }, 'gone'],
    ['nobody to one who was hidden', { profile_status: 'hidden', ...talking }, 'gone'],
    ['nobody first to an invisible one', { invisible: true }, 'gone'],
    ['nobody first to one of another pool', { same_pool: false }, 'gone'],
    ['whoever an invisible one liked', { invisible: true, liked_by_other: true }, null],
    ['whoever an invisible one wrote to', { invisible: true, ...talking }, null],
    ['nobody first to one without a confirmed address', { confirmed: false, profile_status: 'disabled' }, 'gone'],
    [
      'no answer before the address is confirmed',
      { confirmed: false, profile_status: 'disabled', ...talking },
      'unconfirmed',
    ],
    ['nobody who is blocked', { blocked_by_other: true, ...talking }, 'blocked'],
    ['nobody whom they blocked', { blocked_by_viewer: true }, 'you-blocked'],
    ['a block of the other first', { blocked_by_viewer: true, blocked_by_other: true }, 'blocked'],
    ['a free member a second time', { started: 1 }, null],
    ['no free member a third time', { started: 2 }, 'premium'],
    ['a free member in any conversation that exists', { started: 2, ...talking }, null],
    ['a premium member without a limit', { started: 200, paid: true }, null],
    ['no free member a third time, fictional receivers included', { started: 2, fictional: true }, 'premium'],
  ])('lets write %s', (_case, facts, bar) => {
    expect(barOf({ ...open, ...facts })).toBe(bar);
  });

  it('names the limit or the member in what it refuses with', () => {
    expect(refusalOf('premium', 'Noor')).toEqual(['chat.premium', { max: 2 }]);
    expect(refusalOf('blocked', 'Noor')).toEqual(['profile.blocked-you', { name: 'Noor' }]);
    expect(refusalOf('gone', 'Noor')).toEqual(['profile.not-found', {}]);
  });
});

describe('what is sent', () => {
  it('costs nothing towards members run by the house', () => {
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

describe('how far back a member sees', () => {
  it.each([
    ['free, short', { cleared_seq: 0, last_seq: 20 }, false, { floor: 0, hidden: false }],
    ['free, long', { cleared_seq: 0, last_seq: 21 }, false, { floor: 1, hidden: true }],
    ['free, deleted later than the limit', { cleared_seq: 15, last_seq: 30 }, false, { floor: 15, hidden: false }],
    ['free, deleted before the limit', { cleared_seq: 5, last_seq: 30 }, false, { floor: 10, hidden: true }],
    ['premium', { cleared_seq: 0, last_seq: 900 }, true, { floor: 0, hidden: false }],
    ['premium, deleted', { cleared_seq: 7, last_seq: 900 }, true, { floor: 7, hidden: false }],
  ])('is right for %s', (_case, side, paid, expected) => {
    expect(visibleFrom(side, paid)).toEqual(expected);
  });
});
