import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from 'vitest';

import type { OperationName } from '../../contract/calls.ts';
import { quickMember, sendText, useCheckedApp } from '../../tests/support/chat.ts';
import { type TestClient } from '../../tests/support/test-app.ts';

const test = useCheckedApp();
let ada: TestClient;
let bo: TestClient;
let eve: TestClient;
let conversation: string;

beforeAll(async () => {
  [ada, bo] = [await quickMember(test, { credits: 100 }), await quickMember(test, { credits: 100 })];
  eve = await quickMember(test, { credits: 100, paid: true });
  conversation = (await sendText(ada, { profile: bo.id }, 'between us')).body.message.conversation;
});

const key = (): string => randomUUID();
const state = (): Promise<unknown[]> =>
  test.sql(`select 'message' as what, count(*)::int as n from messages union all select 'inbox', sum(unread + read_seq + cleared_seq)::int from inbox
            union all select 'balance', sum(balance)::int from wallets union all select 'pairs', count(*)::int from conversation_pairs order by 1`);

/** Every call that names a conversation, as an outsider would replay it. */
const replays: [OperationName, (id: string) => object][] = [
  ['getChat', (id) => ({ conversation: id })],
  ['getChat', (id) => ({ conversation: id, before: 5 })],
  ['getChat', (id) => ({ conversation: id, after: 0 })],
  ['sendMessage', (id) => ({ conversation: id, text: 'hi', idempotency_key: key() })],
  ['sendGift', (id) => ({ conversation: id, gift: 'rose', idempotency_key: key() })],
  ['deleteChat', (id) => ({ conversation: id })],
];

describe('a conversation between two other members', () => {
  it.each(replays)(
    'looks nonexistent to a premium outsider who calls %s, and nothing changes (AZN-01)',
    async (name, input) => {
      const before = await state();
      const foreign = await eve.call(name, input(conversation));
      const unknown = await eve.call(name, input(randomUUID()));
      expect(foreign).toMatchObject({ status: 404, body: { error: 'chat.not-found' } });
      expect(foreign.body).toEqual(unknown.body);
      expect(await state()).toEqual(before);
    },
  );

  it('cannot be reached by combining its id with a profile or wrapping it in an array (AZN-05)', async () => {
    const before = await state();
    const mixed = { conversation, profile: bo.id, text: 'hi', idempotency_key: key() };
    expect((await eve.call('sendMessage', mixed)).status).toBe(422);
    expect((await eve.call('getChat', { conversation, profile: bo.id })).status).toBe(422);
    expect((await eve.call('sendMessage', { ...mixed, conversation: [conversation] })).status).toBe(422);
    expect(await state()).toEqual(before);
  });

  it('gets no message in a forged sender’s name: the sender comes from the session (AZN-08)', async () => {
    const forged = { from: ada.id, member: ada.id, member_id: ada.id, sender_id: ada.id, own: true };
    const sent = await eve.call('sendMessage', { profile: bo.id, text: 'as Ada?', idempotency_key: key(), ...forged });
    expect(sent.body.message).toMatchObject({ seq: 1, own: true });
    const chats = (await bo.call('listChats')).body.chats;
    expect(chats.find((entry) => entry.conversation.last_text === 'as Ada?')?.profile.id).toBe(eve.id);
    expect((await ada.call('listChats')).body.chats).toHaveLength(1);
  });

  it('appears in no list of a non-participant', async () => {
    const seen = JSON.stringify([
      (await eve.call('listChats')).body,
      (await eve.call('getChat', { profile: ada.id })).body,
      (await eve.call('listBlocks')).body,
    ]);
    expect(seen).not.toContain(conversation);
    expect(seen).not.toContain('between us');
  });
});
