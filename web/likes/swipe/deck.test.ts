import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import type { SwipeProfile } from '../../../contract/likes/operations.ts';
import { type Deck, toDeck, isShort, spendsLike, withDay, withDealt, withReturned, withSwiped } from './deck.ts';
import { gameKey, othersOnTheWay, swipeKey } from './use-deck.ts';

const card = (id: string): SwipeProfile => ({ id: toId(id) }) as SwipeProfile;
const day = {
  likes_left: 4,
  day_ends_at: '2026-11-22T23:00:00.000Z',
  can_undo: false,
  undoes_like: false,
  like_returns: true,
};
const getIds = (deck: Deck): string[] => deck.cards.map(({ id }) => id);

describe('the deck of the swipe game', () => {
  const dealt = withDealt(toDeck({ profile: card('a'), ...day }), { profile: card('b'), ...day });

  it('is dealt from below, each card once, until it holds three', () => {
    expect(getIds(withDealt(dealt, { profile: card('b'), ...day }))).toEqual(['a', 'b']);
    expect(isShort(dealt)).toBe(true);
    expect(isShort(withDealt(dealt, { profile: card('c'), ...day }))).toBe(false);
  });

  it('ends when nobody is left, and then asks for no more', () => {
    const ended = withDealt(dealt, { profile: null, ...day });
    expect(ended).toMatchObject({ isEnded: true });
    expect(isShort(ended)).toBe(false);
    expect(toDeck({ profile: null, ...day })).toMatchObject({ cards: [], isEnded: true });
  });

  it("loses the swiped card, and one of the day's likes only for a like", () => {
    expect(withSwiped(dealt, toId('a'), true)).toMatchObject({ cards: [card('b')], likesLeft: 3, canUndo: true });
    expect(withSwiped(dealt, toId('a'), false)).toMatchObject({
      cards: [card('b')],
      likesLeft: 4,
      canUndo: true,
    });
  });

  it('puts a returned card on top, only once', () => {
    expect(getIds(withReturned(dealt, card('b')))).toEqual(['b', 'a']);
  });

  it("counts the day's likes as the server does, minus the likes on their way", () => {
    const later = { ...day, likes_left: 3, day_ends_at: 'later' };
    expect(withDay(dealt, later, [])).toMatchObject({ likesLeft: 3, dayEndsAt: 'later' });
    expect(withDay(dealt, later, [{ like: true }, { like: false }])).toMatchObject({ likesLeft: 2 });
  });

  it('can undo what the server says, or the swipe that is on its way', () => {
    const swiped = withSwiped(dealt, toId('a'), true);
    expect(withDay(swiped, day, [])).toMatchObject({ canUndo: false, undoesLike: false });
    expect(withDay(swiped, day, [{ like: true }])).toMatchObject({ canUndo: true, undoesLike: true });
  });

  it('can undo nothing while an undo is on its way, whatever the response to an earlier swipe says', () => {
    const queries = new QueryClient();
    const mutationFn = () => new Promise<never>(() => {});
    const own = { member: card('a'), like: true, key: 'a' };
    for (const [mutationKey, variables] of [
      [swipeKey, own],
      [gameKey, { profile: 'a' }],
    ] as const)
      void queries.getMutationCache().build(queries, { mutationKey, mutationFn }).execute(variables);
    const undoing = { ...withSwiped(dealt, toId('a'), true), canUndo: false };
    const response = { ...day, likes_left: 3, can_undo: true, undoes_like: true };
    expect(withDay(undoing, response, othersOnTheWay(queries, own))).toMatchObject({ canUndo: false, likesLeft: 3 });
  });

  it('remembers the last swiped member for an undo, even after the response', () => {
    const swiped = withSwiped(withSwiped(dealt, toId('a'), true), toId('b'), false);
    expect(withDay(swiped, { ...day, can_undo: true }, [])).toMatchObject({ lastId: 'b' });
  });

  it('spends a like on an undo only if the like does not come back, and never for a skip', () => {
    const spent = withDay(dealt, { ...day, like_returns: false }, []);
    expect(spendsLike(withSwiped(dealt, toId('a'), true))).toBe(false);
    expect(spendsLike(withSwiped(spent, toId('a'), true))).toBe(true);
    expect(spendsLike(withSwiped(spent, toId('a'), false))).toBe(false);
    expect(spendsLike(spent)).toBe(false);
  });
});
