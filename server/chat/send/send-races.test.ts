import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import {
  giveCredits,
  hearEvents,
  quickMember as quickMemberOverHttp,
  replaceStatements,
  sendText,
  useCheckedApp,
} from '../../../tests/support/chat.ts';
import { overSockets } from '../../../tests/support/live.ts';
import type { TestClient } from '../../../tests/support/test-app.ts';
import { lockWallets } from '../../credits/wallets.ts';
import { buildApp, type App } from '../../program/app.ts';
import { dayMs } from '../../platform/clock.ts';
import { once, purgeIdempotencyKeys } from '../../platform/idempotency.ts';
import { closeContext, createContext } from '../../program/start-services.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const test = useCheckedApp();
let price: number;
/** A second node on the same database: guarantees that hold only within one process would break here. */
let node: App;
let closeNode: () => Promise<void>;

beforeAll(async () => {
  price = (await test.client().call('getSettings')).body.message_credits;
  const { options } = test.context.database.pool;
  const { host, port, user, database } = options as Required<pg.PoolConfig>;
  const { config, clock, payments } = test.context;
  const connection = { host, port, user, database, max: 8 };
  const context = await createContext({
    config,
    root,
    connection,
    clock,
    paymentProvider: payments.mollie,
    address: () => '',
  });
  node = await buildApp(context);
  await node.server.ready();
  closeNode = async () => {
    await node.server.close();
    await closeContext(context);
  };
});
afterAll(() => closeNode());

interface Sent {
  status: number;
  body: { error?: string; credits: number; message: { id: string; seq: number; conversation: string } };
}

type SendOn = (app: App, from: TestClient, input: object) => Promise<Sent>;

const sendOverHttp: SendOn = async (app, from, input) => {
  const cookies = Object.fromEntries(from.cookies);
  const request = { method: 'POST', url: '/api/message.php', headers: { host: 'localhost' }, cookies } as const;
  const answer = await app.server.inject({ ...request, payload: input });
  return { status: answer.statusCode, body: answer.json() };
};

/** Each client's own sockets at each node. */
const opened = new WeakMap<App, WeakMap<TestClient, TestClient>>();

const sendOverSockets: SendOn = async (app, from, input) => {
  const atNode = opened.get(app) ?? new WeakMap<TestClient, TestClient>();
  opened.set(app, atNode);
  const there = atNode.get(from) ?? overSockets({ app }, from);
  atNode.set(from, there);
  const { status, body } = await there.call('sendMessage', input);
  return { status, body };
};

const pickNode = (n: number): App => (n % 2 === 0 ? test.app : node);

const count = async (text: string, values: unknown[]): Promise<number> =>
  (await test.sql<{ count: number }>(text, values))[0]?.count ?? 0;
const countMessages = (sender: TestClient): Promise<number> =>
  count('select count(*) from messages where sender_id = $1', [sender.id]);

afterEach(() => void vi.restoreAllMocks());

const broken = (): Promise<never> => Promise.reject(new Error('Connection terminated unexpectedly'));

/** Lets the next commit of a message succeed and loses its response; with `all`, the commit is lost too. */
function loseCommit(all = false): void {
  let [writes, lost] = [false, false];
  replaceStatements((name, run, client) => {
    if (name === 'chat.store-messages') writes = true;
    if (name !== 'commit' || !writes || lost) return run();
    lost = true;
    return (all ? client.query('rollback') : run()).then(broken);
  });
}

const ways: [string, SendOn, (client: TestClient) => TestClient][] = [
  ['over HTTP', sendOverHttp, (client) => client],
  ['over sockets', sendOverSockets, (client) => overSockets(test, client)],
];

describe.each(ways)('%s:', (_way, sendOn, by) => {
  const quickMember: typeof quickMemberOverHttp = async (...wanted) => by(await quickMemberOverHttp(...wanted));

  describe('credits under load', () => {
    it('pay for exactly k of 200 messages sent at once, on two nodes (MON-05)', async () => {
      const k = 7;
      const ada = await quickMember(test, { credits: k * price });
      const bo = await quickMember(test);
      const sends = Array.from({ length: 200 }, (_, n) =>
        sendOn(pickNode(n), ada, { profile: bo.id, text: `number ${n}`, idempotency_key: randomUUID() }),
      );
      const answers = await Promise.all(sends);
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(k);
      expect(answers.filter((answer) => answer.body.error === 'chat.credits')).toHaveLength(200 - k);
      expect(await countMessages(ada)).toBe(k);
      expect((await ada.call('getChat', { profile: bo.id })).body).toMatchObject({
        credits: 0,
        send_blocker: 'credits',
      });
      expect((await bo.call('listChats')).body.chats[0]?.num_unread_messages).toBe(k);
    });

    it('are charged without a deadlock when both members send 50 messages at once', async () => {
      const [ada, bo] = [await quickMember(test, { credits: 500 }), await quickMember(test, { credits: 500 })];
      const statements = vi.spyOn(pg.Client.prototype, 'query');
      const sends = Array.from({ length: 100 }, (_, n) => {
        const [from, to] = n % 4 < 2 ? [ada, bo] : [bo, ada];
        return sendOn(pickNode(n), from, { profile: to.id, text: `number ${n}`, idempotency_key: randomUUID() });
      });
      const answers = await Promise.all(sends);
      const rollbacks = statements.mock.calls.filter(([text]) => (text as unknown) === 'rollback');
      statements.mockRestore();
      expect(rollbacks).toEqual([]);
      expect(answers.map((answer) => answer.status)).toEqual(Array(100).fill(200));
      const seqs = answers.map((answer) => answer.body.message.seq).toSorted((a, b) => a - b);
      expect(seqs).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
      expect(new Set(answers.map((answer) => answer.body.message.conversation)).size).toBe(1);
    });

    it('pay for one conversation when both members start it at the same moment', async () => {
      for (let round = 0; round < 15; round += 1) {
        const [ada, bo] = [await quickMember(test, { credits: 20 }), await quickMember(test, { credits: 20 })];
        const answers = await Promise.all([
          sendOn(test.app, ada, { profile: bo.id, text: 'hi', idempotency_key: randomUUID() }),
          sendOn(node, bo, { profile: ada.id, text: 'hi', idempotency_key: randomUUID() }),
        ]);
        expect(answers.map((answer) => answer.body.message.seq).toSorted()).toEqual([1, 2]);
        expect(answers[0].body.message.conversation).toBe(answers[1].body.message.conversation);
        expect(await count('select count(*) from inbox where started and member_id = any($1)', [[ada.id, bo.id]])).toBe(
          1,
        );
      }
    });
  });

  describe('an idempotency key', () => {
    it('answers five retries with the first response: one message, one charge (MON-06, MSG-04)', async () => {
      const [ada, bo] = [await quickMember(test, { credits: 3 * price }), await quickMember(test)];
      const input = { profile: bo.id, text: 'once', idempotency_key: randomUUID() };
      const answers: Sent[] = [];
      for (let n = 0; n < 6; n += 1) answers.push(await sendOn(pickNode(n), ada, input));
      expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
      expect(answers[0]).toMatchObject({ status: 200, body: { credits: 2 * price } });
      expect(await countMessages(ada)).toBe(1);
    });

    it('counts as the same call when the retry names the conversation instead of the member', async () => {
      const [ada, bo] = [await quickMember(test, { credits: 2 * price }), await quickMember(test)];
      const key = randomUUID();
      const first = await sendText(ada, { profile: bo.id }, 'once', key);
      const again = await sendText(ada, { conversation: first.body.message.conversation }, 'once', key);
      expect(again.body).toEqual(first.body);
    });

    it('is refused with another text, target or call, and nothing changes (MON-07)', async () => {
      const [ada, bo] = [await quickMember(test, { credits: 90 }), await quickMember(test)];
      const key = randomUUID();
      await sendText(ada, { profile: bo.id }, 'one', key);
      const other = await quickMember(test);
      const others = [
        await sendText(ada, { profile: bo.id }, 'two', key),
        await sendText(ada, { profile: other.id }, 'one', key),
        await ada.call('sendGift', { profile: bo.id, gift: 'tealight', note: 'one', idempotency_key: key }),
      ];
      for (const answer of others) expect(answer).toMatchObject({ status: 409, body: { error: 'request.key-reused' } });
      expect(await countMessages(ada)).toBe(1);
      expect((await ada.call('getChat', { profile: bo.id })).body.credits).toBe(90 - price);
    });

    it('has one effect when it arrives twenty times at once on two nodes (MON-08)', async () => {
      const [ada, bo] = [await quickMember(test, { credits: 10 * price }), await quickMember(test)];
      const input = { profile: bo.id, text: 'twins', idempotency_key: randomUUID() };
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => sendOn(pickNode(n), ada, input)));
      expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
      expect(answers[0]?.body.credits).toBe(9 * price);
      expect(await countMessages(ada)).toBe(1);
    });

    it('is remembered for seven days (MON-09)', async () => {
      const [ada, bo] = [await quickMember(test, { credits: 10 * price }), await quickMember(test)];
      const key = randomUUID();
      const first = await sendText(ada, { profile: bo.id }, 'long ago', key);
      test.clock.move(7 * dayMs - 60_000);
      await purgeIdempotencyKeys(test.context.database, test.clock.now());
      expect((await sendText(ada, { profile: bo.id }, 'long ago', key)).body).toEqual(first.body);
      test.clock.move(-7 * dayMs + 60_000);
      expect(await countMessages(ada)).toBe(1);
    });

    it('gets the first response however late, as after one that was lost weeks ago', async () => {
      const [ada, bo] = [await quickMember(test, { credits: 10 * price }), await quickMember(test)];
      const key = randomUUID();
      const first = await sendText(ada, { profile: bo.id }, 'weeks ago', key);
      await sendText(ada, { profile: bo.id }, 'since then');
      const later = new Date(test.clock.now().getTime() + 20 * dayMs);
      await purgeIdempotencyKeys(test.context.database, later);
      expect((await sendText(ada, { profile: bo.id }, 'weeks ago', key)).body).toEqual(first.body);
      expect((await sendText(ada, { profile: bo.id }, 'another text', key)).body.error).toBe('request.key-reused');
      expect(await countMessages(ada)).toBe(2);
      expect((await ada.call('getChat', { profile: bo.id })).body.credits).toBe(8 * price);
    });

    it('sends no second message when that of a free text was forgotten, even if it would cost credits now', async () => {
      const [ada, bo] = [await quickMember(test, { credits: 10 * price }), await quickMember(test, { credits: 90 })];
      await bo.call('sendGift', { profile: ada.id, gift: 'tealight', idempotency_key: randomUUID() });
      const key = randomUUID();
      expect((await sendText(ada, { profile: bo.id }, 'weeks ago', key)).body.message.credits).toBe(0);
      await purgeIdempotencyKeys(test.context.database, new Date(test.clock.now().getTime() + 20 * dayMs));
      const again = await sendText(ada, { profile: bo.id }, 'weeks ago', key);
      expect(again.body).toMatchObject({ error: 'request.key-reused' });
      expect(await countMessages(ada)).toBe(1);
      expect((await ada.call('getChat', { profile: bo.id })).body.credits).toBe(10 * price);
    });

    it('of a message is refused for an order, and that of an order for a message (MON-07)', async () => {
      const [ada, bo] = [await quickMember(test, { credits: 90 }), await quickMember(test)];
      const [sent, ordered] = [randomUUID(), randomUUID()];
      await sendText(ada, { profile: bo.id }, 'one', sent);
      const order = { memberId: ada.id, operation: 'createPayment', body: ['a'], now: test.clock.now() };
      const run = (key: string) =>
        test.context.database.transaction(async (tx) => {
          await lockWallets(tx, [ada.id]);
          return once(tx, { ...order, key }, () => Promise.resolve({ payment_id: 'p' }));
        });
      await expect(run(sent)).rejects.toMatchObject({ code: 'request.key-reused' });
      await run(ordered);
      expect((await sendText(ada, { profile: bo.id }, 'one', ordered)).body.error).toBe('request.key-reused');
      expect(await countMessages(ada)).toBe(1);
    });

    it('is charged once by the database itself, should its first message not be found', async () => {
      const [ada, bo] = [await quickMember(test, { credits: 10 * price }), await quickMember(test)];
      const key = randomUUID();
      await sendText(ada, { profile: bo.id }, 'once', key);
      const cleo = await quickMember(test);
      replaceStatements((name, run) => (name === 'platform.find-results' ? Promise.resolve({ rows: [] }) : run()));
      for (const profile of [bo.id, cleo.id])
        expect((await sendText(ada, { profile }, 'once', key)).body.error).toBe('request.key-reused');
      vi.restoreAllMocks();
      expect(await countMessages(ada)).toBe(1);
      expect((await ada.call('getChat', { profile: bo.id })).body.credits).toBe(9 * price);
    });

    it('of one member reveals nothing to another member who uses the same key (MON-10)', async () => {
      const [ada, bo] = [
        await quickMember(test, { credits: 2 * price }),
        await quickMember(test, { credits: 2 * price }),
      ];
      const key = randomUUID();
      const first = await sendText(ada, { profile: bo.id }, 'secret', key);
      const second = await sendText(bo, { profile: ada.id }, 'secret', key);
      expect(second.body).toMatchObject({ credits: price, message: { seq: 2, own: true } });
      expect(second.body.message.id).not.toBe(first.body.message.id);
    });

    it('can be used again after a refusal: the same call succeeds once there are credits', async () => {
      const [ada, bo] = [await quickMember(test), await quickMember(test)];
      const key = randomUUID();
      expect((await sendText(ada, { profile: bo.id }, 'later', key)).status).toBe(402);
      await giveCredits(test, ada.id, price);
      expect(await sendText(ada, { profile: bo.id }, 'later', key)).toMatchObject({
        status: 200,
        body: { credits: 0 },
      });
    });
  });

  describe('the limit for free members', () => {
    it('holds when ten devices start the third conversation at once (MSG-12, ABU-01)', async () => {
      const ada = await quickMember(test, { credits: 500 });
      const others = await Promise.all(Array.from({ length: 10 }, () => quickMember(test)));
      const answers = await Promise.all(
        others.map((other, n) =>
          sendOn(pickNode(n), ada, { profile: other.id, text: 'hello', idempotency_key: randomUUID() }),
        ),
      );
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2);
      expect(answers.filter((answer) => answer.body.error === 'chat.premium')).toHaveLength(8);
      expect(await count('select count(*) from conversations where starter_id = $1', [ada.id])).toBe(2);
    });

    it('does not count conversations with fictional members, even when all start at once', async () => {
      const ada = await quickMember(test, { credits: 500 });
      const others = await Promise.all(
        Array.from({ length: 12 }, (_, n) => quickMember(test, n % 2 === 0 ? { fictional: true } : {})),
      );
      const answers = await Promise.all(
        others.map((other, n) =>
          sendOn(pickNode(n), ada, { profile: other.id, text: 'hello', idempotency_key: randomUUID() }),
        ),
      );
      const [fictional, real] = [0, 1].map((rest) =>
        answers.filter((_, n) => n % 2 === rest).map(({ status }) => status),
      );
      expect(fictional).toEqual(Array(6).fill(200));
      expect(real?.toSorted()).toEqual([200, 200, 403, 403, 403, 403]);
      expect(await count('select count(*) from inbox where member_id = $1 and started', [ada.id])).toBe(2);
    });
  });

  describe('a message whose commit was not confirmed (FLT-04)', () => {
    it('is published to both members once, when its sender retries', async () => {
      const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
      const [atAda, atBo] = [hearEvents(test, ada.id), hearEvents(test, bo.id)];
      const key = randomUUID();
      loseCommit();
      expect((await sendText(ada, { profile: bo.id }, 'hello', key)).status).toBe(503);
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
      expect(statuses).toEqual([503, 200, 200]);
      expect(atBo).toHaveLength(1);
    });

    it('is not published again when a retry fails', async () => {
      const [ada, bo] = [await quickMember(test, { credits: 50 }), await quickMember(test)];
      const atBo = hearEvents(test, bo.id);
      const key = randomUUID();
      const statuses = [(await sendText(ada, { profile: bo.id }, 'hello', key)).status];
      let lost = false;
      replaceStatements((name, run, client) => {
        if (name !== 'commit' || lost) return run();
        lost = true;
        return client.query('rollback').then(broken);
      });
      for (let attempt = 0; attempt < 2; attempt += 1)
        statuses.push((await sendText(ada, { profile: bo.id }, 'hello', key)).status);
      expect(statuses).toEqual([200, 503, 200]);
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
      expect((await sendText(ada, { profile: bo.id }, 'gone', key)).status).toBe(503);
      const { chats } = (await bo.call('listChats')).body;
      const conversation = chats.find(({ profile }) => profile.id === ada.id)?.conversation.id;
      await bo.call('deleteChat', { conversation });
      expect((await sendText(ada, { profile: bo.id }, 'gone', key)).status).toBe(200);
      expect(atBo.at(-1)).toEqual({ type: 'conversation-gone', conversation });
    });
  });
});
