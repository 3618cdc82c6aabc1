import { randomUUID } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { createId } from '../../platform/ids.ts';
import { costOfCredits } from '../../../contract/credits/credit-costs.ts';
import { grantCredits } from '../../credits/wallets.ts';
import { hearEvents, quickMember, sendText, useCheckedApp } from '../../../tests/support/chat.ts';
import { type TestClient } from '../../../tests/support/test-app.ts';

const test = useCheckedApp();

function sendGift(client: TestClient, profile: string) {
  return client.call('sendGift', { profile, gift: 'rose', idempotency_key: randomUUID() });
}

describe('a member who has not confirmed the email address yet', () => {
  it('can be viewed, marked as unconfirmed, by a member who got their message', async () => {
    const ada = await quickMember(test, { credits: 20, confirmed: false });
    const bo = await quickMember(test, { credits: 20 });
    await sendText(ada, { profile: bo.id });
    expect((await bo.call('getProfile', { id: ada.id })).body.profile).toMatchObject({
      confirmed: false,
      send_blocker: 'unconfirmed',
    });
    expect((await ada.call('getProfile', { id: bo.id })).body.profile).toMatchObject({
      confirmed: true,
      send_blocker: null,
    });
  });

  it('can be viewed, marked as unconfirmed, by a member who got their like, which counts', async () => {
    const ada = await quickMember(test, { confirmed: false });
    const bo = await quickMember(test);
    const heard = hearEvents(test, bo.id);
    await ada.call('addLike', { profile: bo.id });
    expect((await bo.call('listLikes')).body.liked_by).toMatchObject([{ id: ada.id, like_new: true }]);
    expect((await bo.call('getUser')).body.user.new_likes).toBe(1);
    expect(heard).toMatchObject([{ type: 'like', profile: { id: ada.id } }]);
    // The new-like modal offers to write, which requires that the sender is confirmed.
    expect((await bo.call('getAutoLike')).status).toBe(204);
    expect((await bo.call('getProfile', { id: ada.id })).body.profile).toMatchObject({ confirmed: false });
    expect((await bo.call('addLike', { profile: ada.id })).body).toEqual({ liked: true, match: true });
  });
});

describe('the first text in reply to a gift', () => {
  it('is shown as free and costs nothing, and the second text has its price', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 100 }), await quickMember(test)];
    await sendGift(ada, bo.id);
    const offered = (await bo.call('getChat', { profile: ada.id })).body;
    expect(offered).toMatchObject({ send_blocker: null, free_answer: true, message_credits: 5, credits: 0 });
    expect((await bo.call('getProfile', { id: ada.id })).body.profile).toMatchObject({
      message_credits: 0,
      send_blocker: null,
    });
    const thanks = await sendText(bo, { profile: ada.id }, 'thank you');
    expect(thanks.body).toMatchObject({ message: { credits: 0 }, credits: 0 });
    expect((await bo.call('getChat', { profile: ada.id })).body).toMatchObject({
      send_blocker: 'credits',
      free_answer: false,
    });
    expect((await bo.call('getProfile', { id: ada.id })).body.profile.message_credits).toBe(5);
    expect((await sendText(bo, { profile: ada.id })).body.error).toBe('chat.credits');
  });

  it('is the only free one after several gifts in a row, even with a text of the giver between', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 100 }), await quickMember(test, { credits: 10 })];
    await sendGift(ada, bo.id);
    await sendText(ada, { profile: bo.id }, 'for you');
    await sendGift(ada, bo.id);
    expect((await sendText(bo, { profile: ada.id })).body.credits).toBe(10);
    expect((await sendText(bo, { profile: ada.id })).body.credits).toBe(5);
    await sendGift(ada, bo.id);
    expect((await sendText(bo, { profile: ada.id })).body.credits).toBe(5);
  });

  it('is the only free one if three are sent at the same moment', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 100 }), await quickMember(test, { credits: 50 })];
    await sendGift(ada, bo.id);
    const answers = await Promise.all([1, 2, 3].map(() => sendText(bo, { profile: ada.id })));
    expect(answers.map(({ body }) => body.message.credits).toSorted()).toEqual([0, 5, 5]);
  });

  it('is not free for the giver, nor after the gift was deleted', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 100 }), await quickMember(test, { credits: 10 })];
    const { conversation } = (await sendGift(ada, bo.id)).body.message;
    expect((await sendText(ada, { profile: bo.id })).body.message.credits).toBe(5);
    await bo.call('deleteChat', { conversation });
    expect((await sendText(bo, { profile: ada.id })).body.message.credits).toBe(5);
  });

  it('stays free after a gift in return, which costs its price', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 100 }), await quickMember(test, { credits: 100 })];
    await sendGift(ada, bo.id);
    expect((await sendGift(bo, ada.id)).body.message.credits).toBe(25);
    expect((await sendText(bo, { profile: ada.id })).body.message.credits).toBe(0);
  });
});

describe('conversations with fictional profiles', () => {
  it('do not count toward the limit of two, which a profile shows before the first message', async () => {
    const ada = await quickMember(test, { credits: 100 });
    for (let number = 0; number < 3; number += 1) {
      const fictional = await quickMember(test, { fictional: true });
      expect((await sendText(ada, { profile: fictional.id })).status).toBe(200);
    }
    const [bo, carl, dan] = [await quickMember(test), await quickMember(test), await quickMember(test)];
    for (const { id } of [bo, carl]) {
      expect((await ada.call('getProfile', { id })).body.profile.send_blocker).toBeNull();
      expect((await sendText(ada, { profile: id })).status).toBe(200);
    }
    expect((await ada.call('getProfile', { id: dan.id })).body.profile.send_blocker).toBe('premium');
    expect((await sendText(ada, { profile: dan.id })).body.error).toBe('chat.premium');
    const fictional = await quickMember(test, { fictional: true });
    expect((await ada.call('getProfile', { id: fictional.id })).body.profile.send_blocker).toBeNull();
    expect((await sendText(ada, { profile: fictional.id })).status).toBe(200);
  });
});

describe('the cost of a message for this member', () => {
  const buy = (memberId: MemberId, credits: number, minor: number) =>
    test.context.database.transaction(async (tx) => {
      const paymentId = createId<PaymentId>();
      const price = { minor, currency: 'EUR' };
      const now = test.clock.now();
      await grantCredits(tx, { memberId, credits, cause: 'purchase', causeId: paymentId, paymentId, price, now });
      test.clock.move(1_000);
    });

  const getMessageCost = async (member: TestClient): Promise<unknown> => {
    const { user } = (await member.call('getUser')).body;
    const settings = (await member.call('getSettings')).body;
    const lowest = settings.minimum_message_costs['NL'];
    return costOfCredits(settings.message_credits, user, lowest && { ...lowest, credits: settings.message_credits });
  };

  it('is "from" the lowest price before a first purchase, though credits were given', async () => {
    const ada = await quickMember(test, { credits: 20 });
    const lowest = (await ada.call('getSettings')).body.minimum_message_costs['NL'];
    expect(await getMessageCost(ada)).toEqual({ kind: 'from', minor: lowest?.costs, currency: 'EUR' });
  });

  it('is what was paid for the credits that the message will take: free ones first, then the oldest', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 5, paid: true }), await quickMember(test)];
    await buy(ada.id, 10, 200);
    await buy(ada.id, 700, 9_499);
    const costs: unknown[] = [];
    for (let message = 0; message < 4; message += 1) {
      costs.push(await getMessageCost(ada));
      await sendText(ada, { profile: bo.id });
    }
    expect(costs).toEqual([
      { kind: 'given' },
      { kind: 'paid', minor: 100, currency: 'EUR' },
      { kind: 'paid', minor: 100, currency: 'EUR' },
      { kind: 'paid', minor: 68, currency: 'EUR' },
    ]);
    const { user } = (await ada.call('getUser')).body;
    expect(user.credit_lots).toEqual([{ credits: 695, of: 700, amount: 9_499, currency: 'EUR' }]);
    expect(user.credits).toBe(695);
  });
});
