import { randomUUID } from 'node:crypto';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { brokenInvariants, hearEvents, quickMember, sendFile, sendText } from '../../tests/support/chat.ts';
import { runSupport, mailsTo, report } from '../../tests/support/complaint.ts';
import { type TestApp, type TestClient, createTestApp } from '../../tests/support/test-app.ts';
import { stripes } from '../../tests/support/photo-files.ts';
import { deriveComplaintToken } from './numbers.ts';

let test: TestApp;
let picture: Buffer;
beforeAll(async () => {
  test = await createTestApp();
  picture = await sharp(stripes(64, 48)).png().toBuffer();
});
afterAll(async () => {
  expect(await brokenInvariants(test)).toEqual([]);
  await test.close();
});

const words = ['--action', 'message', '--reason', 'respect', '--facts', 'You called her names.'];
const rude = 'you are a toad';
const getChat = async (client: TestClient, conversation: string) =>
  (await client.call('getChat', { conversation })).body;
const getLastConversation = async (client: TestClient) => (await client.call('listChats')).body.chats[0]?.conversation;
const getModerationAction = async ({ id }: TestClient) =>
  (
    await test.sql<{ number: string }>(
      'select number from moderation_actions where member_id = $1 order by decided_at desc',
      [id],
    )
  )[0]?.number ?? '';
const open = async (link: string | undefined, client: TestClient) =>
  (
    await test.app.server.inject({
      url: link ?? '/media/none',
      headers: { host: 'localhost' },
      cookies: Object.fromEntries(client.cookies),
    })
  ).statusCode;

/** Sends a message from Bo to Ada that Ada reports. */
async function reported(): Promise<{
  ada: TestClient;
  bo: TestClient;
  conversation: string;
  message: string;
  number: string;
}> {
  const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test, { credits: 50 })];
  const sent = (await sendText(bo, { profile: ada.id }, rude)).body.message;
  const { conversation, id: message } = sent;
  const { number } = (await report(ada, { conversation, message })).body;
  return { ada, bo, conversation, message, number };
}

describe('a message that staff remove', () => {
  it('is replaced everywhere for both members, keeps its evidence, and its sender gets the reasons', async () => {
    const { ada, bo, conversation, message, number } = await reported();
    const balance = (await bo.call('getUser')).body.user.credits;
    expect((await runSupport(test, 'close', number, 'acted', ...words)).code).toBe(0);
    for (const client of [ada, bo]) {
      const { messages } = await getChat(client, conversation);
      expect(messages).toMatchObject([{ id: message, seq: 1, kind: 'removed', text: null, photo: null, quote: null }]);
      expect(await getLastConversation(client)).toMatchObject({ last_kind: 'removed', last_text: null });
      expect((await client.call('searchMessages', { text: 'toad' })).body).toMatchObject({ results: [] });
    }
    expect((await bo.call('getUser')).body.user.credits).toBe(balance);
    expect((await runSupport(test, 'show', number)).said).toContain(rude);
    const [mail] = (await mailsTo(test, `${bo.id}@example.org`)).filter(({ text }) => text.includes('/decision?'));
    expect(mail?.subject).toContain('one of your messages');
    for (const part of ['removed one of your messages', 'You sent the message on', 'You called her names'])
      expect(mail?.text).toContain(part);
    expect(mail?.text).not.toContain(rude);
    const reasons = await getModerationAction(bo);
    const { body } = await test
      .client()
      .call('getModerationAction', { number: reasons, token: deriveComplaintToken(test.context, reasons) });
    expect(body).toMatchObject({ kind: 'message', about_at: expect.any(String) });
    // A removed message cannot be reported.
    expect((await report(ada, { conversation, message })).body.error).toBe('chat.not-found');
  });

  it('has a photo that nobody can open until the removal is taken back', async () => {
    const [ada, bo] = [await quickMember(test), await quickMember(test, { credits: 50 })];
    const sent = await sendFile(test, bo, { profile: ada.id, text: 'me', idempotency_key: randomUUID() }, picture);
    const { conversation, id: message } = sent.body.message;
    const link = (await getChat(ada, conversation)).messages[0]?.photo?.filename;
    expect(await open(link, ada)).toBe(200);
    const act = [bo.id, ...words, '--conversation', conversation, '--message', message];
    expect((await runSupport(test, 'moderate', ...act)).code).toBe(0);
    expect([await open(link, ada), (await getChat(bo, conversation)).messages[0]?.photo]).toEqual([404, null]);
    expect((await runSupport(test, 'revert', await getModerationAction(bo))).code).toBe(0);
    expect(await open(link, ada)).toBe(200);
    expect((await getChat(ada, conversation)).messages[0]).toMatchObject({ kind: 'photo', text: 'me' });
  });

  it('can be a gift whose picture, note and question disappear and come back together', async () => {
    const [ada, bo] = [await quickMember(test), await quickMember(test, { credits: 50 })];
    const give = (note?: string) =>
      bo.call('sendGift', { profile: ada.id, gift: 'rose', idempotency_key: randomUUID(), ...(note && { note }) });
    const { conversation, id: message } = (await give(rude)).body.message;
    const answer = (client: TestClient) => client.call('answerGift', { conversation, seq: 1, answer: 2 });
    expect((await answer(bo)).status).toBe(200);
    const { number } = (await report(ada, { conversation, message })).body;
    expect((await runSupport(test, 'close', number, 'acted', ...words)).code).toBe(0);
    for (const client of [ada, bo]) {
      const { messages } = await getChat(client, conversation);
      expect(messages).toMatchObject([{ seq: 1, kind: 'removed', text: null, gift: null, answers: null }]);
      expect(await getLastConversation(client)).toMatchObject({ last_kind: 'removed', last_text: null });
    }
    expect((await answer(ada)).body).toMatchObject({ fields: { seq: 'field.invalid' } });
    expect((await runSupport(test, 'revert', await getModerationAction(bo))).code).toBe(0);
    const [restored] = (await getChat(ada, conversation)).messages;
    expect(restored).toMatchObject({ kind: 'gift', text: rude, gift: 'rose', answers: { other_answered: true } });
    // A gift without a note shows only our own picture, so there is nothing to remove.
    const bare = (await give()).body.message.id;
    const act = [bo.id, ...words, '--conversation', conversation, '--message', bare];
    const { code, said } = await runSupport(test, 'moderate', ...act);
    expect([code, said]).toEqual([1, expect.stringContaining('no words or photo of the member')]);
    expect((await getChat(ada, conversation)).messages[1]?.kind).toBe('gift');
  });

  it('comes back if the removal is taken back, and leaves a later message as the latest in the list', async () => {
    const { ada, bo, conversation, number } = await reported();
    await runSupport(test, 'close', number, 'acted', ...words);
    const heard = hearEvents(test, ada.id);
    expect((await runSupport(test, 'revert', await getModerationAction(bo))).code).toBe(0);
    for (const client of [ada, bo]) {
      expect((await getChat(client, conversation)).messages).toMatchObject([{ kind: 'text', text: rude }]);
      expect(await getLastConversation(client)).toMatchObject({ last_kind: 'text', last_text: rude });
    }
    expect(heard).toContainEqual({ type: 'catch-up' });
    const again = [bo.id, ...words, '--conversation', conversation];
    const { messages } = await getChat(ada, conversation);
    await sendText(ada, { conversation }, 'good night');
    expect((await runSupport(test, 'moderate', ...again, '--message', messages[0]?.id ?? '')).code).toBe(0);
    expect(await getLastConversation(bo)).toMatchObject({ last_kind: 'text', last_text: 'good night' });
  });

  it('is removed only once, only as its sender’s, and only by the ids of a message', async () => {
    const { ada, bo, conversation, message } = await reported();
    const act = [...words, '--conversation', conversation, '--message', message];
    expect((await runSupport(test, 'moderate', ada.id, ...act)).code).toBe(1);
    expect((await runSupport(test, 'moderate', bo.id, ...words)).code).toBe(1);
    const all = await Promise.all([1, 2, 3].map(() => runSupport(test, 'moderate', bo.id, ...act)));
    expect(all.map(({ code }) => code).toSorted()).toEqual([0, 1, 1]);
    expect(await test.sql('select 1 from moderation_actions where message_id = $1', [message])).toHaveLength(1);
  });

  it('no longer counts as unread unless it comes back, and pages learn of it when they catch up', async () => {
    const { ada, bo, conversation, message, number } = await reported();
    await sendText(bo, { conversation }, 'sorry');
    const countUnread = async () => {
      const user = (await ada.call('getUser')).body.user.unread_messages;
      return [user, (await ada.call('listChats')).body.chats[0]?.num_unread_messages];
    };
    const after = async (client: TestClient) => (await client.call('getChat', { conversation, after: 2 })).body;
    expect([await countUnread(), (await after(ada)).removed]).toEqual([[2, 2], undefined]);
    await runSupport(test, 'close', number, 'acted', ...words);
    expect(await countUnread()).toEqual([1, 1]);
    for (const client of [ada, bo]) expect(await after(client)).toMatchObject({ messages: [], removed: [1] });
    expect(await brokenInvariants(test)).toEqual([]);
    expect((await runSupport(test, 'revert', await getModerationAction(bo))).code).toBe(0);
    expect([await countUnread(), (await after(ada)).removed]).toEqual([[2, 2], undefined]);
    await getChat(ada, conversation);
    const again = [bo.id, ...words, '--conversation', conversation, '--message', message];
    expect([(await runSupport(test, 'moderate', ...again)).code, await countUnread()]).toEqual([0, [0, 0]]);
  });

  it('keeps unread counts right when the receiver reads or the sender writes at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { ada, bo, conversation, message } = await reported();
      await sendText(bo, { conversation }, 'one more');
      const act = [bo.id, ...words, '--conversation', conversation, '--message', message];
      await Promise.all([
        runSupport(test, 'moderate', ...act),
        sendText(bo, { conversation }, 'and one'),
        round % 2 ? ada.call('getChat', { conversation }) : ada.call('listChats'),
      ]);
      expect(await brokenInvariants(test)).toEqual([]);
    }
  });

  it('does not replace a new message of the same moment in the lists', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { ada, bo, conversation, message } = await reported();
      const act = [...words, '--conversation', conversation, '--message', message];
      const [removed, sent] = await Promise.all([
        runSupport(test, 'moderate', bo.id, ...act),
        sendText(bo, { conversation }, 'sorry'),
      ]);
      expect([removed.code, sent.status]).toEqual([0, 200]);
      for (const client of [ada, bo])
        expect(await getLastConversation(client)).toMatchObject({ last_kind: 'text', last_text: 'sorry' });
    }
  });
});
