import { describe, expect, it } from 'vitest';
import { toId } from '../../contract/platform/id.ts';
import type { OwnProfile } from '../../contract/members/operations.ts';

import {
  ana,
  apply,
  ben,
  buildChat,
  buildChats,
  buildEntry,
  expectSame,
  buildResults,
  buildLikes,
  message,
  buildProfile,
  quiet,
  received,
  refetchedBy,
} from '../../tests/support/cached-responses.ts';
import { type CacheEvent, deriveEffects } from './effects.ts';

describe('a like event has the same effect as refetching', () => {
  const oldLike = received(ben, false, 5);

  it('a like is received: new likes come first', () => {
    const news = received(ana, true, 1);
    expectSame(
      { likes: buildLikes({ liked_by: [oldLike] }) },
      { type: 'like', profile: ana, at: news.at },
      { likes: buildLikes({ liked_by: [news, oldLike] }), profile: buildProfile(ana, { likes_you: true }) },
    );
  });

  it('a received like is taken back', () => {
    expectSame(
      { likes: buildLikes({ liked_by: [oldLike] }) },
      { type: 'like-gone', profile: toId('ben') },
      { likes: buildLikes({}) },
    );
  });

  it('a like is taken back that made a match with the member on the screen', () => {
    const liked = { ...ana, liked: true };
    const theirs = received(liked, false, 1);
    expectSame(
      {
        likes: buildLikes({ liked_by: [theirs], matches: [theirs] }),
        profile: buildProfile(liked, { likes_you: true, match: true }),
      },
      { type: 'like-gone', profile: toId('ana') },
      { likes: buildLikes({}), profile: buildProfile(liked) },
    );
  });

  it('a like comes from a liked member: it is listed among the matches too', () => {
    const liked = { ...ana, liked: true };
    const news = received(liked, true, 1);
    expectSame(
      { likes: buildLikes({ liked_by: [oldLike], matches: [oldLike] }), profile: buildProfile(liked) },
      { type: 'like', profile: liked, at: news.at },
      {
        likes: buildLikes({ liked_by: [news, oldLike], matches: [news, oldLike] }),
        profile: buildProfile(liked, { likes_you: true, match: true }),
      },
    );
  });

  it('a like that is not loaded is seen or taken back', () => {
    for (const event of [
      { type: 'like-seen', profile: toId<MemberId>('cleo') },
      { type: 'like-gone', profile: toId<MemberId>('cleo') },
    ] as const)
      expectSame({ likes: buildLikes({ liked_by: [oldLike], new: [toId('cleo'), toId('dora')] }) }, event, {
        likes: buildLikes({ liked_by: [oldLike], new: [toId('dora')] }),
      });
  });

  it('a like was seen', () => {
    const liked_by = [received(ana, true, 1), oldLike];
    expectSame(
      { likes: buildLikes({ liked_by }) },
      { type: 'like-seen', profile: toId('ana') },
      { likes: buildLikes({ liked_by: [oldLike, received(ana, false, 1)] }) },
    );
  });

  it('a like is given on another device: everywhere the member is shown', () => {
    const liked = { ...ana, liked: true };
    expectSame(
      {
        likes: buildLikes({ profiles: [ben], liked_by: [received(ana, false, 1)] }),
        profile: buildProfile(ana, { likes_you: true }),
      },
      { type: 'like-given', id: toId('ana'), profile: liked },
      {
        likes: buildLikes({
          profiles: [liked, ben],
          liked_by: [received(liked, false, 1)],
          matches: [received(liked, false, 1)],
        }),
        chats: buildChats([buildEntry(message(2, true), 0, liked)]),
        chat: buildChat([message(1, false), message(2, true)], { profile: liked }),
        profile: buildProfile(liked, { likes_you: true, match: true }),
        profiles: buildResults(ben, liked),
        similar: { results: [liked] },
      },
    );
  });

  it('a given like is taken back', () => {
    const liked = { ...ana, liked: true };
    expectSame(
      {
        likes: buildLikes({ profiles: [liked], matches: [received(liked, false, 1)] }),
        chats: buildChats([buildEntry(message(2, true), 0, liked)]),
        profile: buildProfile(liked),
        profiles: buildResults(ben, liked),
        similar: { results: [liked] },
      },
      { type: 'like-given', id: toId('ana'), profile: null },
      { likes: buildLikes({}) },
    );
  });

  it('a match comes: page and lists change at once, while the likes behind it are fetched', () => {
    const liked = { ...ana, liked: true };
    const match: CacheEvent = { type: 'match', profile: liked };
    expectSame({}, match, {
      profile: buildProfile(liked, { likes_you: true, match: true }),
      profiles: buildResults(ben, liked),
      similar: { results: [liked] },
    });
    expect(refetchedBy(match, {})).toEqual(['likes']);
  });

  it('and fetches an open profile when its member likes, so that the server marks the like as seen', () => {
    expect(refetchedBy({ type: 'like', profile: ana, at: received(ana, true, 1).at }, {})).toEqual(['profile']);
  });
});

describe('a block has the same effect as refetching', () => {
  const liked = { ...ana, liked: true };
  const theirs = received(liked, true, 1);

  it('the block is made: the member leaves every list, and their page shows the block', () => {
    expectSame(
      {
        likes: buildLikes({ profiles: [liked, ben], liked_by: [theirs], matches: [theirs] }),
        profile: buildProfile(liked, { likes_you: true, match: true }),
      },
      { type: 'blocked', profile: toId('ana') },
      {
        likes: buildLikes({ profiles: [ben] }),
        chats: buildChats([]),
        chat: null,
        profile: buildProfile(ana, { blocked: true, conversation: null }),
        profiles: buildResults(ben),
        similar: { results: [] },
        swipes: { cards: [] },
      },
    );
    expect(refetchedBy({ type: 'blocked', profile: toId('ana') }, {})).toContain('blocks');
  });

  it('the block is lifted: the member can be found again', () => {
    const profile = buildProfile(ana, { conversation: null });
    expectSame(
      { blocks: [ana, ben], profile: { ...profile, blocked: true } },
      { type: 'unblocked', profile: toId('ana') },
      { blocks: [ben], profile },
    );
    const fetched = ['chat', 'chat-with', 'profile', 'profiles', 'similar'];
    expect(refetchedBy({ type: 'unblocked', profile: toId('ana') }, {})).toEqual(fetched);
  });
});

describe('the results of a search in conversations', () => {
  const found = (id: string, profile = ana) => {
    const at = message(1, true).at;
    return {
      conversation: toId<ConversationId>(id),
      seq: 1,
      own: true,
      at,
      profile,
      snippet: [{ text: 'words', match: true }],
    };
  };
  const data = {
    pages: [{ results: [found('c1'), found('c2', ben)], before: 'more' }],
    pageParams: [null],
  };

  it.each([
    { type: 'blocked', profile: toId<MemberId>('ana') },
    { type: 'conversation-deleted', conversation: toId<ConversationId>('c1') },
    { type: 'conversation-gone', conversation: toId<ConversationId>('c1') },
  ] as const)('no longer include the conversation after %o', (event) => {
    const { change } = deriveEffects(event, { paid: true, findChat: () => undefined });
    expect(change?.found?.(data)).toEqual({ ...data, pages: [{ results: [found('c2', ben)], before: 'more' }] });
  });
});

describe('hiding a member has the same effect as refetching', () => {
  const hiding = (hidden: boolean): CacheEvent => ({ type: 'member-hidden', profile: toId('ana'), hidden });

  it('hiding begins: no search finds the member, and the conversation stays', () => {
    expectSame({}, hiding(true), {
      profile: buildProfile(ana, { hidden: true }),
      chat: buildChat([message(1, false), message(2, true)], { hidden: true }),
      profiles: buildResults(ben),
      similar: { results: [] },
      swipes: { cards: [] },
    });
    expect(refetchedBy(hiding(true), {})).toEqual(['hidden']);
  });

  it('hiding ends: the member is found again', () => {
    const before = {
      hidden: [ana, ben],
      profile: buildProfile(ana, { hidden: true }),
      chat: buildChat([], { hidden: true }),
    };
    expectSame(before, hiding(false), { hidden: [ben], chat: buildChat([]) });
    expect(refetchedBy(hiding(false), {})).toEqual(['profiles', 'similar']);
  });
});

describe('a balance event has the same effect as refetching', () => {
  it('credits were bought: a conversation blocked for lack of them opens', () => {
    const poor = { credits: 0, paid_user: true };
    expectSame(
      { user: poor, chat: buildChat([message(1, false)], { credits: 0, send_blocker: 'credits' }) },
      { type: 'balance', credits: 50, paid_user: true },
      {
        user: { credits: 50, paid_user: true },
        chat: buildChat([message(1, false)], { credits: 50, send_blocker: null }),
      },
    );
  });

  it('credits were taken back: a free conversation stays open', () => {
    const event: CacheEvent = { type: 'balance', credits: -5, paid_user: true };
    const free = buildChat([], { credits: 0, message_credits: 0, send_blocker: null });
    expect(apply({ ...quiet, chat: free }, event).chat).toEqual({ ...free, credits: -5 });
  });

  it('the first purchase lifts the limit on conversations', () => {
    const event: CacheEvent = { type: 'balance', credits: 50, paid_user: true };
    const stopped = buildChat([], { credits: 0, send_blocker: 'premium' });
    expect(apply({ ...quiet, chat: stopped }, event).chat).toEqual(buildChat([], { credits: 50, send_blocker: null }));
    expect(refetchedBy(event, { paid: false })).toContain('chat');
    expect(refetchedBy(event, { paid: true })).toEqual(['user', 'ledger']);
  });

  it('a payment changes: it is fetched again with the list, as the event carries no data', () => {
    expect(deriveEffects({ type: 'payment', payment: toId('p1') }, { paid: false, findChat: () => undefined })).toEqual(
      {
        refetch: [['payment', 'p1'], ['payments']],
      },
    );
  });

  it('but opens no conversation with a blocked member', () => {
    const stopped = buildChat([], { credits: 0, send_blocker: 'you-blocked' });
    const event: CacheEvent = { type: 'balance', credits: 50, paid_user: true };
    expect(apply({ ...quiet, chat: stopped }, event).chat?.send_blocker).toBe('you-blocked');
  });
});

it("a change of the member's own profile refetches the prices, whose country may depend on the profile", () => {
  const profile = { name: 'Anna' } as OwnProfile;
  expect(refetchedBy({ type: 'own-profile', profile }, {})).toEqual(['bundles', 'order-price']);
});

describe('events without content', () => {
  const hints: [CacheEvent, string[]][] = [
    [{ type: 'profile' }, ['user', 'push']],
    [{ type: 'settings' }, ['settings']],
    [{ type: 'ready' }, []],
    [{ type: 'logged-out' }, []],
    [{ type: 'typing', conversation: toId('c1'), profile: toId('ana') }, []],
  ];
  it.each(hints)('%o changes no cached result and refetches %o', (event, names) => {
    expectSame({}, event, {});
    expect(refetchedBy(event, {})).toEqual(names);
  });
});
