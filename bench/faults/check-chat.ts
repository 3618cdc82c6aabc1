import { freeMessagesVisibleMax } from '../../contract/chat/limits.ts';
import { callOnce, listAllChats, persist } from './client.ts';
import { limitMs } from './patience.ts';
import { until } from './quiesce.ts';
import type { Environment } from './environment.ts';
import type { TestMember, SentMessage, Model, Violation } from './model.ts';

interface Row {
  conversation_id: string;
  seq: number;
  message_id: string;
  sender_id: string;
  idempotency_key: string | null;
  text: string | null;
}

interface Side {
  member_id: string;
  conversation_id: string;
  other_id: string;
  hidden: boolean;
  unread: number;
  cleared_seq: number;
  last_seq: number;
}

interface StoredState {
  messages: Row[];
  sides: Side[];
  paid: Set<string>;
}

/** Compares the answers to senders, the stored rows, and what both members see over sockets and HTTP. */
export async function checkChat(environment: Environment, model: Model): Promise<Violation[]> {
  const stored = await readStored(environment, model);
  const found = [...checkSends(model, stored), ...checkOrder(model), ...checkRemovals(model, stored)];
  found.push(...(await checkLive(model, stored)));
  for (const member of model.members) found.push(...(await checkHistory(environment, member, stored)));
  return [...found, ...(await checkLikes(environment, model))];
}

async function readStored(environment: Environment, model: Model): Promise<StoredState> {
  const ids = model.members.map((member) => member.id);
  const sides = await environment.sql<Side>(
    `select member_id, conversation_id, other_id, hidden, unread, cleared_seq, last_seq from inbox where member_id = any($1)`,
    [ids],
  );
  const messages = await environment.sql<Row>(
    `select conversation_id, seq, message_id, sender_id, idempotency_key, text from messages
      where sender_id = any($1) order by conversation_id, seq`,
    [ids],
  );
  const paid = await environment.sql<{ id: string }>(
    'select member_id as id from members where member_id = any($1) and paid_at is not null',
    [ids],
  );
  return { sides, messages, paid: new Set(paid.map(({ id }) => id)) };
}

/** An acknowledged message is stored once, as answered. Refused and unsent messages are not stored. */
function checkSends(model: Model, { messages }: StoredState): Violation[] {
  const byKey = groupBy(messages, (row) => `${row.sender_id} ${row.idempotency_key}`);
  const violations: Violation[] = [];
  for (const send of model.sends) {
    const rows = byKey.get(`${send.from} ${send.key}`) ?? [];
    byKey.delete(`${send.from} ${send.key}`);
    const wrong = send.answer && findMismatch(send, rows);
    if (wrong) violations.push({ check: 'once', detail: `key ${send.key}: ${wrong}` });
  }
  for (const key of byKey.keys()) violations.push({ check: 'once', detail: `no client sent ${key}` });
  return violations;
}

function findMismatch({ answer, text }: SentMessage, rows: Row[]): string | undefined {
  if (!answer) return undefined;
  if ('refused' in answer) return rows.length === 0 ? undefined : `refused (${answer.refused}) but stored`;
  const [row] = rows;
  if (!row || rows.length > 1) return `acknowledged but stored ${rows.length} times`;
  if (row.message_id !== answer.id || row.seq !== answer.seq || row.text !== text)
    return 'stored differently than acknowledged';
  return undefined;
}

/** A message sent after the answer to another one has a higher `seq`. */
function checkOrder({ sends }: Model): Violation[] {
  const violations: Violation[] = [];
  const answered = sends.flatMap((send) =>
    send.answer && !('refused' in send.answer) ? [{ ...send, ...send.answer }] : [],
  );
  for (const inOne of groupBy(answered, (send) => `${send.conversation} ${send.from}`).values())
    for (const [index, send] of inOne.entries()) {
      const earlier = inOne.slice(0, index).find((other) => other.ended < send.began && other.seq >= send.seq);
      if (earlier)
        violations.push({ check: 'order', detail: `${send.id} was sent after ${earlier.id} but has a lower seq` });
    }
  return violations;
}

/** Deleted messages stay deleted, others do not disappear, and no message passes a block. */
function checkRemovals({ removals, sends }: Model, { sides }: StoredState): Violation[] {
  const violations: Violation[] = [];
  const answered = sends.flatMap((send) =>
    send.answer && !('refused' in send.answer) ? [{ ...send, ...send.answer }] : [],
  );
  for (const side of sides) {
    const mine = removals.filter((removal) =>
      removal.kind === 'delete'
        ? removal.by === side.member_id && removal.conversation === side.conversation_id
        : (removal.by === side.member_id && removal.other === side.other_id) ||
          (removal.by === side.other_id && removal.other === side.member_id),
    );
    if (side.cleared_seq > 0 && mine.length === 0)
      violations.push({
        check: 'removed',
        detail: `${side.conversation_id} was cleared, but ${side.member_id} did not ask for it`,
      });
    const done = mine.filter((removal) => removal.done);
    for (const { conversation, seq, ended, began, id } of answered) {
      if (conversation !== side.conversation_id) continue;
      if (done.some((removal) => removal.began > ended) && seq > side.cleared_seq)
        violations.push({ check: 'removed', detail: `${id} was deleted by ${side.member_id} but is visible again` });
      if (seq <= side.cleared_seq && mine.every((removal) => removal.ended < began))
        violations.push({
          check: 'removed',
          detail: `${id} was sent after the removal but is gone for ${side.member_id}`,
        });
      if (done.some((removal) => removal.kind === 'block' && removal.ended < began))
        violations.push({ check: 'block', detail: `${id} was delivered despite a block` });
    }
  }
  return violations;
}

function visibleTo(member: string, side: Side, { messages, paid }: StoredState): Row[] {
  const floor = Math.max(side.cleared_seq, paid.has(member) ? 0 : side.last_seq - freeMessagesVisibleMax);
  return messages.filter((row) => row.conversation_id === side.conversation_id && row.seq > floor);
}

/**
 * A socket shows nothing twice and misses no message that was acknowledged at the first attempt. After the next refresh
 * nothing is missing at all.
 */
async function checkLive({ members, sends }: Model, stored: StoredState): Promise<Violation[]> {
  const answeredAtOnce = new Set(sends.filter((send) => !send.retried).map((send) => send.key));
  const missing = (member: TestMember, counts: (row: Row) => boolean): string[] =>
    stored.sides
      .filter((side) => side.member_id === member.id && !side.hidden)
      .flatMap((side) => visibleTo(member.id, side, stored).filter(counts))
      .filter((row) => member.view.shown.get(row.conversation_id)?.get(row.seq) !== row.message_id)
      .map((row) => `message ${row.message_id} (${row.seq})`);
  const wasAnsweredAtOnce = (row: Row): boolean => answeredAtOnce.has(row.idempotency_key ?? '');
  const violations: Violation[] = [];
  for (const member of members) {
    await until(() => missing(member, wasAnsweredAtOnce).length === 0, limitMs(2_000));
    for (const what of missing(member, wasAnsweredAtOnce))
      violations.push({ check: 'live', detail: `the socket of ${member.id} missed ${what}` });
    await until(() => member.view.refetch(), limitMs(10_000));
    for (const what of missing(member, () => true))
      violations.push({ check: 'catch-up', detail: `${member.id} does not see ${what}` });
    for (const fault of member.view.faults) violations.push({ check: 'live-twice', detail: `${member.id}: ${fault}` });
    for (const [conversation, shown] of member.view.shown)
      for (const [seq, id] of shown)
        if (
          !stored.messages.some(
            (row) => row.conversation_id === conversation && row.seq === seq && row.message_id === id,
          )
        )
          violations.push({ check: 'live', detail: `${member.id} sees ${id} (${seq}), which does not exist` });
  }
  return violations;
}

/** The lists and histories that the API returns, over all pages, equal the stored rows. */
async function checkHistory(
  { app }: Environment,
  { id, token }: TestMember,
  stored: StoredState,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const reportViolation = (detail: string): void => void violations.push({ check: 'history', detail });
  const sides = stored.sides.filter((side) => side.member_id === id && !side.hidden);
  const list = (await persist(() => listAllChats(app.address, { token }))).outcome;
  const user = (await persist(() => callOnce(app.address, 'getUser', {}, { token }))).outcome;
  if (!list?.ok || !user?.ok) return [{ check: 'history', detail: `${id} cannot list their conversations` }];
  const { chats } = list.body;
  const listed = new Map(chats.map((entry) => [entry.conversation.id, entry]));
  if (chats.length !== sides.length || listed.size !== sides.length)
    reportViolation(`${id} is shown ${chats.length} conversations instead of ${sides.length}`);
  const unread = sides.reduce((sum, side) => sum + side.unread, 0);
  if (user.body.user.unread_messages !== unread)
    violations.push({
      check: 'unread',
      detail: `${id} is shown ${user.body.user.unread_messages} unread messages instead of ${unread}`,
    });
  for (const side of sides) {
    const entry = listed.get(side.conversation_id);
    if (entry?.conversation.last_seq !== side.last_seq || entry.num_unread_messages !== side.unread)
      reportViolation(`the list of ${id} shows ${side.conversation_id} with wrong counters`);
    const shown = await fetchHistory(app.address, token, side.conversation_id);
    const expected = visibleTo(id, side, stored).map((row) => `${row.seq} ${row.message_id}`);
    if (shown.join() !== expected.join())
      reportViolation(
        `${id} is shown ${shown.length} messages of ${side.conversation_id}, but ${expected.length} are stored and visible`,
      );
  }
  return violations;
}

async function fetchHistory(address: string, token: string, conversation: string): Promise<string[]> {
  const all: string[] = [];
  for (let after = 0; ;) {
    const input = { conversation, after };
    const { outcome } = await persist(() => callOnce(address, 'getChat', input, { token }));
    const messages = outcome?.ok ? outcome.body.messages : [];
    const last = messages.at(-1)?.seq;
    if (last === undefined) return all;
    all.push(...messages.map(({ seq, id }) => `${seq} ${id}`));
    after = last;
  }
}

/** An acknowledged like is stored, unless a block has removed it. */
async function checkLikes(environment: Environment, { likes, removals }: Model): Promise<Violation[]> {
  const rows = await environment.sql<{ pair: string }>(
    `select member_id || ' ' || receiver_id as pair from likes_given`,
  );
  const stored = new Set(rows.map(({ pair }) => pair));
  const blocked = (a: string, b: string): boolean =>
    removals.some(({ kind, by, other }) => kind === 'block' && [a, b].includes(by) && [a, b].includes(other));
  return likes
    .filter(({ from, to }) => !blocked(from, to) && !stored.has(`${from} ${to}`))
    .map(({ from, to }) => ({ check: 'likes', detail: `the like of ${from} to ${to} is gone` }));
}

function groupBy<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
