import { randomUUID } from 'node:crypto';

import { describe, expect, it, vi } from 'vitest';

import { quickMember } from '../../../tests/support/chat.ts';
import { openTab } from '../../../tests/support/live.ts';
import { type TestClient, createTestApp, useTestApp } from '../../../tests/support/test-app.ts';
import { loadBalance } from '../../credits/balance.ts';
import { createServedLog } from '../read/record-served.ts';
import { addServed } from '../queries.ts';
import { returnMessagesToGone } from './return-unread.ts';

const test = useTestApp();

const price = 5;
const credits = 100;
const member = () => quickMember(test, { credits });
const write = async (from: TestClient, to: TestClient, text = 'Hello') =>
  (await from.call('sendMessage', { profile: to.id, text, idempotency_key: randomUUID() })).body.message.conversation;
const give = (from: TestClient, to: TestClient) =>
  from.call('sendGift', { profile: to.id, gift: 'tealight', idempotency_key: randomUUID() });
async function returned(sender: TestClient, reader: TestClient): Promise<number> {
  const before = await loadBalance(test.context.database, sender.id);
  await test.sql(`update members set status = 'banned' where member_id = $1`, [reader.id]);
  await returnMessagesToGone(test.context);
  return (await loadBalance(test.context.database, sender.id)) - before;
}
const countUnread = async (reader: TestClient) => (await reader.call('getUser')).body.user!.unread_messages;
const otherRead = async (sender: TestClient, conversation: string) =>
  (await sender.call('getChat', { conversation })).body.conversation?.other_read_seq;
const getLastServed = async (reader: TestClient, app = test) =>
  (await app.sql<{ served: string }>('select served::text from inbox where member_id = $1', [reader.id]))[0]?.served;
/** Counts statements that record messages as served while `work` runs. */
async function recording(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const real = test.context.database.transaction.bind(test.context.database);
  const spy = vi.spyOn(test.context.database, 'transaction').mockImplementation(((run: (tx: object) => unknown) =>
    real((tx) => {
      const counted = Object.assign(Object.create(tx) as typeof tx, {
        run: (statement: never, values: never) => {
          if (statement === (addServed as unknown)) count += 1;
          return (tx.run as (statement: unknown, values: unknown) => unknown)(statement, values);
        },
      });
      return run(counted) as Promise<unknown>;
    })) as never);
  await work();
  spy.mockRestore();
  return count;
}

describe('a message that was served to its reader without being opened', () => {
  it('is not returned once a page before or after a seq has shown it, and stays unread', async () => {
    for (const range of [{ after: 0 }, { before: 99 }, { after: 1 }]) {
      const [sender, reader] = [await member(), await member()];
      const conversation = await write(sender, reader, 'x'.repeat(313));
      await write(sender, reader, 'y'.repeat(313));
      const page = (await reader.call('getChat', { conversation, ...range })).body;
      const given = page.messages.filter(({ text }) => text?.length === 313).length;
      expect([await countUnread(reader), await otherRead(sender, conversation)]).toEqual([2, 0]);
      // Messages that were not shown are still returned.
      expect([range, await returned(sender, reader)]).toEqual([range, (2 - given) * price]);
    }
  });

  it('is not returned if its line in the chat list shows all of it, but is if the line is cut', async () => {
    const family = '👨‍👩‍👧';
    for (const [text, back] of [
      ['x'.repeat(5), 0],
      ['x'.repeat(119), 0],
      ['x'.repeat(120), 0],
      ['x'.repeat(121), price],
      ['x'.repeat(300), price],
      // Its preview ends before the emoji, with fewer code points than a preview may have.
      [`${'x'.repeat(117)}${family}`, price],
    ] as const) {
      const [sender, reader] = [await member(), await member()];
      const conversation = await write(sender, reader, text);
      expect((await reader.call('listChats')).body.chats).toHaveLength(1);
      expect([await countUnread(reader), await otherRead(sender, conversation)]).toEqual([1, 0]);
      expect([text, await returned(sender, reader)]).toEqual([text, back]);
    }
  });

  it('is only the latest of a conversation in the chat list: those before it are returned', async () => {
    const [sender, reader] = [await member(), await member()];
    for (let count = 0; count < 3; count += 1) await write(sender, reader, `Number ${count}`);
    await reader.call('listChats');
    await write(sender, reader, 'Number 3');
    await reader.call('listChats');
    expect(await returned(sender, reader)).toBe(2 * price);
  });

  it('is not returned if a search result shows all of it, but is if the result is cut', async () => {
    const [sender, reader] = [await member(), await member()];
    await write(sender, reader, 'Meet me by the lighthouse');
    await write(sender, reader, `A lighthouse ${'and many more words '.repeat(20)}`);
    expect((await reader.call('searchMessages', { text: 'lighthouse' })).body.results).toHaveLength(2);
    expect(await countUnread(reader)).toBe(2);
    expect(await returned(sender, reader)).toBe(price);
  });

  it('is returned despite any number of searches, which show the same part until it is opened', async () => {
    const [sender, reader] = [await member(), await member()];
    const words = Array.from({ length: 60 }, (_none, place) => `word${place}x`);
    const conversation = await write(sender, reader, words.join(' '));
    const shownBy = async (text: string): Promise<string> =>
      (await reader.call('searchMessages', { text })).body.results[0]?.snippet.map((part) => part.text).join('') ?? '';
    const shown = await Promise.all(words.map(shownBy));
    expect(new Set(shown)).toEqual(new Set([`${words.slice(0, 24).join(' ')} `]));
    expect(await returned(sender, reader)).toBe(price);
    await test.sql(`update members set status = 'active' where member_id = $1`, [reader.id]);
    await reader.call('getChat', { conversation });
    expect(await shownBy('word59x')).toBe(words.slice(54).join(' '));
  });

  it('is not returned after reaching an open socket, and its record delays no call by the sender', async () => {
    const [sender, reader] = [await member(), await member()];
    // Heartbeats are one second apart, so the reader's comes late.
    for (let count = 0; count < 20; count += 1) await openTab(test, sender);
    const tab = await openTab(test, reader);
    expect(await recording(() => write(sender, reader))).toBe(0);
    await tab.hears('message');
    // It must be recorded while the socket is open: unrecorded messages are lost with the process.
    await expect.poll(() => getLastServed(reader), { timeout: 10_000 }).toBe('{[1,2)}');
    expect(await countUnread(reader)).toBe(1);
    expect(await returned(sender, reader)).toBe(0);
    await tab.close();
  });

  it('is returned once, or not at all, when it is served at the very moment of the return', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [sender, reader] = [await member(), await member()];
      const conversation = await write(sender, reader);
      const [page, back] = await Promise.all([
        reader.call('getChat', { conversation, after: 0 }),
        returned(sender, reader),
      ]);
      expect([0, price]).toContain(back);
      if (page.status !== 200) expect(back).toBe(price);
      await returnMessagesToGone(test.context);
      expect(await loadBalance(test.context.database, sender.id)).toBe(credits - price + back);
    }
  });

  it('is not served if that cannot be recorded', async () => {
    const [sender, reader] = [await member(), await member()];
    const conversation = await write(sender, reader);
    await test.sql(
      `create function no_served() returns trigger language plpgsql as $$ begin raise 'no served'; end $$`,
    );
    await test.sql(
      'create trigger no_served before update of served on inbox for each row execute function no_served()',
    );
    const answers = [await reader.call('getChat', { conversation, after: 0 }), await reader.call('listChats')];
    await test.sql('drop function no_served() cascade');
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    expect(await returned(sender, reader)).toBe(price);
  });
});

describe('the record of served messages', () => {
  it('is written once per message, and not for messages already read', async () => {
    const [sender, reader] = [await member(), await member()];
    const conversation = await write(sender, reader);
    await give(sender, reader);
    const page = () => reader.call('getChat', { conversation, after: 0 });
    expect(await recording(() => reader.call('listChats'))).toBe(0);
    await write(sender, reader, 'And then');
    expect(await recording(() => reader.call('listChats'))).toBe(1);
    expect(await recording(() => reader.call('listChats'))).toBe(0);
    const version = async () =>
      (await test.sql<{ v: string }>('select xmin::text as v from inbox where member_id = $1', [reader.id]))[0]?.v;
    await page();
    const first = await version();
    await page();
    expect(await version()).toBe(first);
    await reader.call('getChat', { conversation });
    expect(await recording(page)).toBe(0);
  });

  it('leaves out an event’s message if its reader has read it in the meantime', async () => {
    const [sender, reader] = [await member(), await member()];
    const log = createServedLog(test.context);
    const stop = test.context.bus.subscribe(reader.id, (event) => log.sent(reader.id, event));
    const conversation = await write(sender, reader);
    await reader.call('getChat', { conversation });
    expect(await recording(() => log.write())).toBe(0);
    await write(sender, reader, 'Later');
    expect(await recording(() => log.write())).toBe(1);
    expect(await recording(() => log.write())).toBe(0);
    stop();
  });

  it('is written on the next try if the database failed', async () => {
    const [sender, reader] = [await member(), await member()];
    const log = createServedLog(test.context);
    const stop = test.context.bus.subscribe(reader.id, (event) => log.sent(reader.id, event));
    await write(sender, reader);
    stop();
    vi.spyOn(test.context.database, 'transaction').mockRejectedValueOnce(new Error('no connection'));
    await expect(log.write()).rejects.toThrow('no connection');
    await log.write();
    expect(await getLastServed(reader)).toBe('{[1,2)}');
  });

  it('is written for many members in a few transactions', async () => {
    const sender = await quickMember(test, { credits: 10_000, paid: true });
    const readers = await Promise.all(Array.from({ length: 5 }, member));
    const log = createServedLog(test.context, 2);
    const stops = readers.map(({ id }) => test.context.bus.subscribe(id, (event) => log.sent(id, event)));
    for (const reader of readers) await write(sender, reader);
    for (const stop of stops) stop();
    const transactions = vi.spyOn(test.context.database, 'transaction').mockClear();
    await log.write();
    expect(transactions).toHaveBeenCalledTimes(3);
    transactions.mockRestore();
    expect(await Promise.all(readers.map((reader) => getLastServed(reader)))).toEqual(readers.map(() => '{[1,2)}'));
  });

  it('is written before a stopping server has closed', async () => {
    const stopping = await createTestApp();
    const [sender, reader] = [await quickMember(stopping, { credits }), await quickMember(stopping, { credits })];
    const tab = await openTab(stopping, reader);
    await write(sender, reader);
    await tab.hears('message');
    await stopping.app.server.close();
    expect(await getLastServed(reader, stopping)).toBe('{[1,2)}');
    await stopping.close();
  });
});
