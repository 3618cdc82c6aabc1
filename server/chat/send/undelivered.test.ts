import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { brokenInvariants, hearEvents, quickMember, sendText } from '../../../tests/support/chat.ts';
import { type TestApp, createTestApp } from '../../../tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  expect(await brokenInvariants(test)).toEqual([]);
  await test.close();
});

/** The next commit of a message succeeds but its answer is lost; with `all`, the commit is lost too. */
function loseCommit(all = false): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>;
  let writes = false;
  let lost = false;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const named = args[0] === 'commit' && writes && !lost && all ? ['rollback'] : args;
    const done = query.apply(this, named);
    if ((args[0] as { name?: string } | undefined)?.name === 'chat.append-messages') writes = true;
    if (args[0] !== 'commit' || !writes || lost) return done;
    lost = true;
    return done.then(() => Promise.reject(new Error('Connection terminated unexpectedly')));
  } as never);
}

describe('a message whose commit was not confirmed (FLT-04)', () => {
  it('is published to both members once, when its sender retries', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
    const [atAda, atBo] = [hearEvents(test, ada.id), hearEvents(test, bo.id)];
    const key = randomUUID();
    loseCommit();
    expect((await sendText(ada, { profile: bo.id }, 'hello', key)).status).toBe(500);
    expect(atBo).toEqual([]);
    const { body } = await sendText(ada, { profile: bo.id }, 'hello', key);
    const event = { type: 'message', num_unread_messages: 1, message: { id: body.message.id, own: false } };
    expect(atBo).toMatchObject([event]);
    expect(atAda).toMatchObject([{ type: 'message', credits: body.credits, message: body.message }]);
    await sendText(ada, { profile: bo.id }, 'hello', key);
    expect([atAda.length, atBo.length]).toEqual([1, 1]);
  });

  it('is published once when the first try did not commit', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
    const atBo = hearEvents(test, bo.id);
    const key = randomUUID();
    loseCommit(true);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1)
      statuses.push((await sendText(ada, { profile: bo.id }, 'hello', key)).status);
    expect(statuses).toEqual([500, 200, 200]);
    expect(atBo).toHaveLength(1);
  });

  it('is not published again when a retry fails', async () => {
    const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
    const atBo = hearEvents(test, bo.id);
    const key = randomUUID();
    const statuses = [(await sendText(ada, { profile: bo.id }, 'hello', key)).status];
    const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>;
    let broken = false;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
      if (args[0] !== 'commit' || broken) return query.apply(this, args);
      broken = true;
      return query.call(this, 'rollback').then(() => Promise.reject(new Error('Connection terminated unexpectedly')));
    } as never);
    for (let attempt = 0; attempt < 2; attempt += 1)
      statuses.push((await sendText(ada, { profile: bo.id }, 'hello', key)).status);
    expect(statuses).toEqual([200, 500, 200]);
    expect(atBo).toHaveLength(1);
  });

  it('is published with the rest of its batch, but not to a member who deleted the conversation', async () => {
    const senders = await Promise.all(Array.from({ length: 6 }, () => quickMember(test, { credits: 50 })));
    const bo = await quickMember(test);
    const atBo = hearEvents(test, bo.id);
    loseCommit();
    const first = await Promise.all(senders.map((sender) => sendText(sender, { profile: bo.id })));
    const sent = first.filter(({ status }) => status === 200).map(({ body }) => body.message.id);
    const published = atBo.flatMap((event) => (event.type === 'message' ? [event.message.id] : []));
    expect(published.toSorted()).toEqual(sent.toSorted());

    const [ada, key] = [await quickMember(test, { credits: 50 }), randomUUID()];
    vi.restoreAllMocks();
    loseCommit();
    expect((await sendText(ada, { profile: bo.id }, 'gone', key)).status).toBe(500);
    const { chats } = (await bo.call('listChats')).body;
    const conversation = chats.find(({ profile }) => profile.id === ada.id)?.conversation.id;
    await bo.call('deleteChat', { conversation });
    expect((await sendText(ada, { profile: bo.id }, 'gone', key)).status).toBe(200);
    expect(atBo.at(-1)).toEqual({ type: 'conversation-gone', conversation });
  });
});
