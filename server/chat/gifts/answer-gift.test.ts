import { randomUUID } from 'node:crypto';

import { beforeEach, describe, expect, it } from 'vitest';

import { hearEvents, quickMember, sendText, useCheckedApp } from '../../../tests/support/chat.ts';
import { type Outcome, type TestClient } from '../../../tests/support/test-app.ts';

const test = useCheckedApp();
let ada: TestClient;
let bo: TestClient;
let conversation: string;
let gift: string;

beforeEach(async () => {
  [ada, bo] = [await quickMember(test, { credits: 100 }), await quickMember(test, { credits: 100 })];
  ({ conversation, id: gift } = (await give(ada, bo)).body.message);
});

const give = (from: TestClient, to: TestClient): Promise<Outcome<'sendGift'>> =>
  from.call('sendGift', { profile: to.id, gift: 'coffee', idempotency_key: randomUUID() });
const answer = (who: TestClient, choice: 1 | 2 | 3, seq = 1): Promise<Outcome<'answerGift'>> =>
  who.call('answerGift', { conversation, seq, answer: choice });
const getAnswers = async (who: TestClient) => (await who.call('getChat', { conversation })).body.messages[0]?.answers;
const getCredits = async (who: TestClient): Promise<number> => (await who.call('getUser')).body.user.credits;

describe('a gift’s question', () => {
  it('is answered by both members, who see each other’s answers only once both have answered', async () => {
    expect(await getAnswers(bo)).toEqual({ own: null, other: null, other_answered: false });
    expect((await answer(bo, 2)).body.answers).toEqual({ own: 2, other: null, other_answered: false });
    expect(await getAnswers(ada)).toEqual({ own: null, other: null, other_answered: true });
    expect((await answer(ada, 3)).body.answers).toEqual({ own: 3, other: 2, other_answered: true });
    expect(await getAnswers(bo)).toEqual({ own: 2, other: 3, other_answered: true });
  });

  it('updates both members’ open tabs without revealing an answer before both have answered', async () => {
    const [hers, his] = [hearEvents(test, ada.id), hearEvents(test, bo.id)];
    await answer(bo, 2);
    await answer(ada, 3);
    const heard = (events: typeof hers) => events.filter(({ type }) => type === 'gift-answered');
    const event = { type: 'gift-answered', message: gift };
    expect(heard(hers)).toEqual([
      { ...event, answers: { own: null, other: null, other_answered: true } },
      { ...event, answers: { own: 3, other: 2, other_answered: true } },
    ]);
    expect(heard(his)).toEqual([
      { ...event, answers: { own: 2, other: null, other_answered: false } },
      { ...event, answers: { own: 2, other: 3, other_answered: true } },
    ]);
  });

  it('costs nothing to answer, adds no message, and does not use up the free answer to the gift', async () => {
    const before = [await getCredits(ada), await getCredits(bo)];
    await Promise.all([answer(ada, 1), answer(bo, 1)]);
    expect([await getCredits(ada), await getCredits(bo)]).toEqual(before);
    const chat = (await bo.call('getChat', { conversation })).body;
    expect(chat).toMatchObject({ free_answer: true, conversation: { last_seq: 1 } });
    expect(await test.sql('select 1 from ledger_entries where member_id = $1 and amount < 0', [bo.id])).toEqual([]);
  });

  it('takes one answer per member: a repetition changes and announces nothing, another is refused', async () => {
    const hers = hearEvents(test, ada.id);
    const [first, second] = await Promise.all([answer(bo, 1), answer(bo, 1)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(hers.filter(({ type }) => type === 'gift-answered')).toHaveLength(1);
    expect(await answer(bo, 2)).toMatchObject({ status: 409, body: { error: 'chat.answered' } });
    const raced = await Promise.all([answer(ada, 1), answer(ada, 2), answer(ada, 3)]);
    expect(raced.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await getAnswers(bo))?.own).toBe(1);
  });

  it('is answered separately for each gift', async () => {
    await answer(bo, 1);
    const { seq } = (await give(ada, bo)).body.message;
    expect((await answer(ada, 2, seq)).body.answers).toEqual({ own: 2, other: null, other_answered: false });
    const { messages } = (await bo.call('getChat', { conversation })).body;
    expect(messages.map((message) => [message.seq, message.answers?.own, message.answers?.other_answered])).toEqual([
      [1, 1, false],
      [seq, null, true],
    ]);
  });

  it('returns the other’s answer to exactly one of two members who answer at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const seq = (await give(bo, ada)).body.message.seq;
      const told = await Promise.all([answer(ada, 1, seq), answer(bo, 2, seq)]);
      expect(told.filter(({ body }) => body.answers?.other !== null)).toHaveLength(1);
    }
  });

  it('is closed by a goodbye, after which earlier answers stay readable, and by a block', async () => {
    await answer(ada, 1);
    await bo.call('sayGoodbye', { conversation });
    expect(await answer(bo, 2)).toMatchObject({ status: 403, body: { error: 'chat.closed' } });
    expect((await getAnswers(ada))?.own).toBe(1);
    await bo.call('blockMember', { profile: ada.id });
    expect((await answer(ada, 2)).status).not.toBe(200);
    expect((await answer(bo, 2)).status).not.toBe(200);
  });

  it('can be answered only on a gift, and only by members who can see that gift', async () => {
    await sendText(ada, { conversation });
    const invalid = { status: 422, body: { error: 'input.invalid', fields: { seq: 'field.invalid' } } };
    expect(await answer(bo, 1, 2)).toMatchObject(invalid);
    expect(await answer(bo, 1, 3)).toMatchObject(invalid);
    await bo.call('deleteChat', { conversation });
    expect((await answer(bo, 1)).status).toBe(404);
    await sendText(ada, { conversation });
    expect(await answer(bo, 1)).toMatchObject(invalid);
    const eve = await quickMember(test);
    expect(await answer(eve, 1)).toMatchObject({ status: 404, body: { error: 'chat.not-found' } });
  });

  it('is not asked for gifts to fictional members, who would never answer', async () => {
    const demo = await quickMember(test, { fictional: true });
    conversation = (await give(ada, demo)).body.message.conversation;
    expect((await answer(ada, 1)).status).toBe(422);
  });
});
