import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { brokenInvariants, hearEvents, quickMember, sendText } from '../../../tests/support/chat.ts';
import { type TestApp, createTestApp } from '../../../tests/support/test-app.ts';
import { sendAsOperator } from './send-as-operator.ts';
import { sendSignupMessage } from './send-signup-message.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(async () => {
  expect(await brokenInvariants(test)).toEqual([]);
  await test.close();
});

describe('a message in the operator’s name', () => {
  it('arrives like any other message, from a profile labeled as fictional', async () => {
    const [ada, demo] = [await quickMember(test), await quickMember(test, { fictional: true })];
    const { conversation } = (await sendText(ada, { profile: demo.id })).body.message;
    const heard = hearEvents(test, ada.id);
    await sendAsOperator(test.context, { fromId: demo.id, conversationId: conversation, text: 'I am a demo member.' });
    expect(heard).toMatchObject([
      { type: 'message', message: { seq: 2, own: false }, profile: { fictional: true }, num_unread_messages: 1 },
    ]);
    expect((await ada.call('getChat', { conversation })).body.messages.at(-1)?.text).toBe('I am a demo member.');
  });

  it('is never written in the name of a real member', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
    const { conversation } = (await sendText(ada, { profile: bo.id })).body.message;
    const forged = sendAsOperator(test.context, { fromId: bo.id, conversationId: conversation, text: 'not me' });
    await expect(forged).rejects.toThrow(/fictional members only/);
    expect((await ada.call('getChat', { conversation })).body.messages).toHaveLength(1);
  });

  it('answers a message once, however often its job runs', async () => {
    const [ada, demo] = [await quickMember(test), await quickMember(test, { fictional: true })];
    const { conversation, seq } = (await sendText(ada, { profile: demo.id })).body.message;
    const answer = { fromId: demo.id, conversationId: conversation, text: 'yes', answerTo: seq };
    await Promise.all([sendAsOperator(test.context, answer), sendAsOperator(test.context, answer)]);
    await sendAsOperator(test.context, answer);
    expect((await ada.call('getChat', { conversation })).body.messages.map((message) => message.seq)).toEqual([1, 2]);
  });

  it('is not sent after a block or in a deleted conversation', async () => {
    const [ada, demo] = [await quickMember(test), await quickMember(test, { fictional: true })];
    const { conversation, seq } = (await sendText(ada, { profile: demo.id })).body.message;
    const answer = { fromId: demo.id, conversationId: conversation, text: 'yes', answerTo: seq };
    await ada.call('deleteChat', { conversation });
    await sendAsOperator(test.context, answer);
    await ada.call('blockMember', { profile: demo.id });
    await sendAsOperator(test.context, { ...answer, text: 'hello?' });
    expect((await ada.call('listChats')).body.chats).toEqual([]);
  });
});

describe('a sign-up message', () => {
  it('is paid for with the sign-up credits', async () => {
    const [newcomer, bo] = [await quickMember(test, { credits: 20, confirmed: false }), await quickMember(test)];
    await sendSignupMessage(test.context, { memberId: newcomer.id, toId: bo.id, text: 'hi Bo' });
    expect((await bo.call('listChats')).body.chats).toMatchObject([{ conversation: { last_text: 'hi Bo' } }]);
    expect((await newcomer.call('listLedger')).body.balance).toBe(15);
  });

  it('never makes the sign-up fail', async () => {
    const newcomer = await quickMember(test);
    const bo = await quickMember(test);
    const wanted = [
      { toId: randomUUID(), text: 'nobody' },
      { toId: newcomer.id, text: 'myself' },
      { toId: bo.id, text: 'without credits' },
      { toId: bo.id, text: ' ' },
    ];
    for (const { toId, text } of wanted)
      await expect(sendSignupMessage(test.context, { memberId: newcomer.id, toId, text })).resolves.toBeUndefined();
    expect((await bo.call('listChats')).body.chats).toEqual([]);
  });
});
