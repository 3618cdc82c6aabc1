import { randomUUID } from 'node:crypto';

import { describe, expect, it, vi } from 'vitest';

import { hearEvents, quickMember, configureSite } from '../../../tests/support/chat.ts';
import { type TestClient, useTestApp } from '../../../tests/support/test-app.ts';
import { loadBalance } from '../../credits/balance.ts';
import { dayMs, hourMs } from '../../platform/clock.ts';
import { listUnreturned } from './queries.ts';
import { returnMessagesToGone, returnUnopened } from './return-unread.ts';

const test = useTestApp();

const price = 5;
const member = () => quickMember(test, { credits: 20 });

async function configure(values: object): Promise<void> {
  await configureSite(test, values);
  // The first run only records the change.
  await returnUnopened(test.context);
}

const write = (from: TestClient, to: TestClient, text = 'Hello') =>
  from.call('sendMessage', { profile: to.id, text, idempotency_key: randomUUID() });
const give = (from: TestClient, to: TestClient) =>
  from.call('sendGift', { profile: to.id, gift: 'tealight', idempotency_key: randomUUID() });
const between = async (one: TestClient, other: TestClient) => {
  const [side] = await test.sql<{ conversation_id: ConversationId }>(
    'select conversation_id from inbox where member_id = $1 and other_id = $2',
    [one.id, other.id],
  );
  return { conversation: side?.conversation_id ?? '' };
};
const balance = ({ id }: TestClient) => loadBalance(test.context.database, id);
const leave = (client: TestClient, status: string) =>
  test.sql('update members set status = $2 where member_id = $1', [client.id, status]);
const causes = async (client: TestClient) =>
  (await client.call('listLedger')).body.entries.map(({ cause, credits }) => `${cause} ${credits}`);

describe('messages to a member who is gone', () => {
  it.each(['banned', 'deleted'])(
    'return their credits once when the receiver is %s, unless they were opened',
    async (status) => {
      const [sender, reader, gone] = [await member(), await member(), await member()];
      await write(sender, gone);
      await write(sender, gone, 'Are you there?');
      await write(reader, gone);
      await gone.call('getChat', { profile: reader.id });
      const before = [await balance(sender), await balance(reader)];
      await leave(gone, status);
      await Promise.all([returnMessagesToGone(test.context), returnMessagesToGone(test.context)]);
      await returnMessagesToGone(test.context);
      expect([await balance(sender), await balance(reader)]).toEqual([before[0]! + 2 * price, before[1]]);
      expect((await causes(sender)).slice(0, 4)).toEqual(['returned 5', 'returned 5', 'message -5', 'message -5']);
    },
  );

  it.each([
    ['a text', (from: TestClient, to: TestClient) => write(from, to)],
    ['a gift', (from: TestClient, to: TestClient) => give(from, to)],
    ['a goodbye', async (from: TestClient, to: TestClient) => from.call('sayGoodbye', await between(from, to))],
    [
      'the question of the gift',
      async (from: TestClient, to: TestClient) =>
        from.call('answerGift', { ...(await between(from, to)), seq: 2, answer: 1 }),
    ],
  ])('return no credits if the receiver answered without opening them, with %s', async (_, answer) => {
    const [sender, gone] = [await member(), await member()];
    await write(sender, gone);
    await give(sender, gone);
    const before = await balance(sender);
    expect((await gone.call('getUser')).body.user.unread_messages).toBe(2);
    const heard = [hearEvents(test, gone.id), hearEvents(test, sender.id)];
    expect((await answer(gone, sender)).status).toBe(200);
    expect((await gone.call('getUser')).body.user.unread_messages).toBe(0);
    expect((await gone.call('listChats')).body.chats[0]?.num_unread_messages).toBe(0);
    // The member's own tabs learn that nothing is unread, and the sender's tabs what was read.
    expect(heard[0]).toContainEqual(expect.objectContaining({ num_unread_messages: 0 }));
    await leave(gone, 'deleted');
    await returnMessagesToGone(test.context);
    expect(await balance(sender)).toBe(before);
  });

  it('return the credits of a message that came after the answer', async () => {
    const [sender, gone] = [await member(), await member()];
    await write(sender, gone);
    await write(gone, sender);
    await write(sender, gone, 'And another');
    await leave(gone, 'deleted');
    await returnMessagesToGone(test.context);
    expect(await balance(sender)).toBe(20 - price);
  });

  it('return their credits through the job, which tells the sender’s devices the new balance', async () => {
    const [sender, gone] = [await member(), await member()];
    await write(sender, gone);
    const events: unknown[] = [];
    const stop = test.context.bus.subscribe(sender.id, (event) => void events.push(event));
    await leave(gone, 'banned');
    await returnMessagesToGone(test.context);
    await expect.poll(() => events).toContainEqual(expect.objectContaining({ type: 'balance', credits: 20 }));
    stop();
  });

  it('are looked for during one more minute, in case some were just being sent, and then no more', async () => {
    const gone = await member();
    await leave(gone, 'deleted');
    const known = () => test.sql('select 1 from gone_members where member_id = $1', [gone.id]);
    await returnMessagesToGone(test.context);
    expect(await known()).toHaveLength(1);
    test.clock.move(61_000);
    await returnMessagesToGone(test.context);
    expect(await known()).toHaveLength(0);
    expect(await test.sql('select 1 from members where status = $1', ['deleted'])).not.toHaveLength(0);
  });

  it('return no credits while the account can still come back', async () => {
    const [sender, leaving] = [await member(), await member()];
    await write(sender, leaving);
    await leave(leaving, 'pending_deletion');
    await returnMessagesToGone(test.context);
    expect(await balance(sender)).toBe(20 - price);
  });
});

describe('unopened messages', () => {
  it('return no credits, however old, unless the site is configured to', async () => {
    await configure({});
    const [sender, receiver] = [await member(), await member()];
    await write(sender, receiver);
    test.clock.move(100 * dayMs);
    await returnUnopened(test.context);
    expect(await balance(sender)).toBe(20 - price);
  });

  it('return their credits once each after `unread_return_days`, and are not deleted', async () => {
    await configure({ unread_return_days: 7 });
    const [sender, receiver] = [await member(), await member()];
    await write(sender, receiver, 'Early');
    test.clock.move(4 * dayMs);
    await write(sender, receiver, 'Later');
    await returnUnopened(test.context);
    expect(await balance(sender)).toBe(20 - 2 * price);
    test.clock.move(4 * dayMs);
    await Promise.all([returnUnopened(test.context), returnUnopened(test.context)]);
    expect(await balance(sender)).toBe(20 - price);
    test.clock.move(4 * dayMs);
    await returnUnopened(test.context);
    await returnUnopened(test.context);
    expect(await balance(sender)).toBe(20);
    expect(await test.sql('select 1 from messages where sender_id = $1', [sender.id])).toHaveLength(2);
    await configure({});
  });

  it('are checked as they fall due, and all again after a setting changes', async () => {
    await configure({ unread_return_days: 30 });
    const [sender, receiver, other] = [await member(), await member(), await member()];
    await write(sender, receiver);
    test.clock.move(3 * dayMs);
    await write(sender, other);
    await returnUnopened(test.context);
    const listing = vi.spyOn(test.context.database, 'all');
    const looked = () =>
      listing.mock.calls.flatMap(([statement, values]) =>
        statement === listUnreturned ? [values as unknown as { from: Date; until: Date }] : [],
      );
    test.clock.move(hourMs);
    await returnUnopened(test.context);
    expect(looked().map(({ from, until }) => Math.round((until.getTime() - from.getTime()) / hourMs))).toEqual([1]);
    expect(await balance(sender)).toBe(20 - 2 * price);
    listing.mockRestore();
    await configure({ unread_return_days: 2 });
    await returnUnopened(test.context);
    expect(await balance(sender)).toBe(20 - price);
    // Three days without a run: nothing is missed.
    test.clock.move(3 * dayMs);
    await returnUnopened(test.context);
    expect(await balance(sender)).toBe(20);
    await configure({});
  });

  it('stay paid or are returned once when they are opened at the moment of the return', async () => {
    await configure({ unread_return_days: 1 });
    const senders: TestClient[] = [];
    const receiver = await member();
    for (let number = 0; number < 8; number += 1) {
      const sender = await member();
      await write(sender, receiver);
      senders.push(sender);
    }
    test.clock.move(2 * dayMs);
    await Promise.all([
      returnUnopened(test.context),
      ...senders.map((sender) => receiver.call('getChat', { profile: sender.id })),
      returnUnopened(test.context),
    ]);
    for (const sender of senders) {
      const [side] = await test.sql<{ returned_seq: number; read_seq: number }>(
        'select returned_seq, read_seq from inbox where member_id = $1 and other_id = $2',
        [receiver.id, sender.id],
      );
      expect(side?.read_seq).toBe(1);
      expect(await balance(sender)).toBe(side?.returned_seq === 1 ? 20 : 20 - price);
    }
    const after = await Promise.all(senders.map(balance));
    await returnUnopened(test.context);
    expect(await Promise.all(senders.map(balance))).toEqual(after);
    await configure({});
  });
});

describe('the first reply to somebody who wrote first', () => {
  it('costs as much as a message by default', async () => {
    await configure({});
    const [writer, answerer] = [await member(), await member()];
    await write(writer, answerer);
    const { body } = await answerer.call('getChat', { profile: writer.id });
    expect(body).toMatchObject({ reply_credits: price, message_credits: price });
    expect((await write(answerer, writer)).body.credits).toBe(20 - price);
  });

  it.each([0, 2, 9])(
    'costs %i credits if the site is configured so, and the next message costs the usual price',
    async (reply) => {
      await configure({ reply_credits: reply });
      const [writer, answerer] = [await member(), await member()];
      expect((await write(writer, answerer)).body.credits).toBe(20 - price);
      expect((await write(writer, answerer)).body.credits).toBe(20 - 2 * price);
      expect((await answerer.call('getChat', { profile: writer.id })).body.reply_credits).toBe(reply);
      expect((await answerer.call('getProfile', { id: writer.id })).body.profile.message_credits).toBe(reply);
      expect((await write(answerer, writer)).body.credits).toBe(20 - reply);
      expect((await answerer.call('getChat', { profile: writer.id })).body.reply_credits).toBeNull();
      expect((await write(answerer, writer)).body.credits).toBe(20 - reply - price);
      expect((await writer.call('getChat', { profile: answerer.id })).body.reply_credits).toBeNull();
      expect((await write(writer, answerer)).body.credits).toBe(20 - 3 * price);
      await configure({});
    },
  );

  it('can be sent by a member without credits if it is free', async () => {
    await configure({ reply_credits: 0 });
    const [writer, answerer] = [await member(), await member()];
    const third = await member();
    for (let spent = 0; spent < 4; spent += 1) await write(answerer, third);
    expect(await balance(answerer)).toBe(0);
    await write(writer, answerer);
    expect((await answerer.call('getChat', { profile: writer.id })).body.send_blocker).toBeNull();
    expect((await write(answerer, writer)).status).toBe(200);
    expect((await write(answerer, writer)).body.error).toBe('chat.credits');
    await configure({});
  });
});
