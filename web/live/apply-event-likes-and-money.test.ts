import { describe, expect, it } from 'vitest';

import type { LiveEvent } from '../../contract/events.ts';
import { applyToChat, staleAfter } from './apply-event.ts';
import { ana, ben, chatOf, chatsOf, entryOf, expectSame, likesOf, message, received } from './stale-and-fetched.ts';

describe('likes give what fetching would give', () => {
  const oldLike = received(ben, false, 5);

  it('when one is received: new ones first', () => {
    const news = received(ana, true, 1);
    expectSame(
      { likes: likesOf({ liked_by: [oldLike] }) },
      { type: 'like', profile: ana, at: news.at },
      { likes: likesOf({ liked_by: [news, oldLike] }) },
    );
  });

  it('when one is taken back', () => {
    expectSame(
      { likes: likesOf({ liked_by: [oldLike] }) },
      { type: 'like-gone', profile: 'ben' },
      { likes: likesOf({}) },
    );
  });

  it('when one comes from somebody who is liked: among the matches too', () => {
    const liked = { ...ana, liked: true };
    const news = received(liked, true, 1);
    expectSame(
      { likes: likesOf({ liked_by: [oldLike], matches: [oldLike] }) },
      { type: 'like', profile: liked, at: news.at },
      { likes: likesOf({ liked_by: [news, oldLike], matches: [news, oldLike] }) },
    );
  });

  it('when one that is not loaded is seen, or taken back', () => {
    for (const event of [
      { type: 'like-seen', profile: 'cleo' },
      { type: 'like-gone', profile: 'cleo' },
    ] as const)
      expectSame({ likes: likesOf({ liked_by: [oldLike], new: ['cleo', 'dora'] }) }, event, {
        likes: likesOf({ liked_by: [oldLike], new: ['dora'] }),
      });
  });

  it('when one was seen', () => {
    const liked_by = [received(ana, true, 1), oldLike];
    expectSame(
      { likes: likesOf({ liked_by }) },
      { type: 'like-seen', profile: 'ana' },
      { likes: likesOf({ liked_by: [oldLike, received(ana, false, 1)] }) },
    );
  });

  it('when one is given on another device: wherever the member shows', () => {
    const liked = { ...ana, liked: true };
    expectSame(
      { likes: likesOf({ profiles: [ben], liked_by: [received(ana, false, 1)] }) },
      { type: 'like-given', id: 'ana', profile: liked },
      {
        likes: likesOf({
          profiles: [liked, ben],
          liked_by: [received(liked, false, 1)],
          matches: [received(liked, false, 1)],
        }),
        chats: chatsOf([entryOf(message(2, true), 0, liked)]),
        chat: chatOf([message(1, false), message(2, true)], { profile: liked }),
      },
    );
  });

  it('when a given one is taken back', () => {
    const liked = { ...ana, liked: true };
    expectSame(
      {
        likes: likesOf({ profiles: [liked], matches: [received(liked, false, 1)] }),
        chats: chatsOf([entryOf(message(2, true), 0, liked)]),
      },
      { type: 'like-given', id: 'ana', profile: null },
      { likes: likesOf({}) },
    );
  });

  it('when a match comes: the likes that made it tell it, and are fetched again', () => {
    const match: LiveEvent = { type: 'match', profile: ana };
    expectSame({}, match, {});
    expect(staleAfter(match, { paid: true, chat: undefined })).toEqual(['likes']);
  });
});

describe('a balance event gives what fetching would give', () => {
  it('when credits were bought: what they barred opens', () => {
    const poor = { credits: 0, paid_user: true };
    expectSame(
      { user: poor, chat: chatOf([message(1, false)], { credits: 0, bar: 'credits' }) },
      { type: 'balance', credits: 50, paid_user: true },
      { user: { credits: 50, paid_user: true }, chat: chatOf([message(1, false)], { credits: 50, bar: null }) },
    );
  });

  it('when the first purchase lifts the limit of conversations', () => {
    const event: LiveEvent = { type: 'balance', credits: 50, paid_user: true };
    const barred = chatOf([], { credits: 0, bar: 'premium' });
    expect(applyToChat(barred, event, true)).toEqual(chatOf([], { credits: 50, bar: null }));
    expect(staleAfter(event, { paid: false, chat: undefined })).toContain('chat');
    expect(staleAfter(event, { paid: true, chat: undefined })).toEqual([]);
  });

  it('but money opens no block', () => {
    const barred = chatOf([], { credits: 0, bar: 'you-blocked' });
    const event: LiveEvent = { type: 'balance', credits: 50, paid_user: true };
    expect(applyToChat(barred, event, true)?.bar).toBe('you-blocked');
  });
});

describe('events without content', () => {
  const hints: [LiveEvent, string[]][] = [
    [{ type: 'profile' }, ['user']],
    [{ type: 'settings' }, ['settings']],
    [{ type: 'ready' }, []],
    [{ type: 'logged-out' }, []],
    [{ type: 'typing', conversation: 'c1', profile: 'ana' }, []],
  ];
  it.each(hints)('%o changes no answer by itself and has the right one fetched', (event, names) => {
    expectSame({}, event, {});
    expect(staleAfter(event, { paid: true, chat: undefined })).toEqual(names);
  });
});
