import { freeMessagesVisibleMax } from '../../contract/chat/limits.ts';
import { call, limitMs, listAllChats, persist } from './client.ts';
import type { Environment } from './environment.ts';
import type { Model, SentMessage, TestMember } from './model.ts';
import { until } from './quiesce.ts';

interface Row {
  conversation_id: string;
  seq: number;
  message_id: string;
  sender_id: string;
  idempotency_key: string | null;
  text: string | null;
}

interface Side {
  member_id: MemberId;
  conversation_id: ConversationId;
  other_id: MemberId;
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

/** Compares the responses to senders, the stored rows, and what both members see over sockets and HTTP. */
export async function checkChat(environment: Environment, model: Model): Promise<void> {
  const stored = await readStored(environment, model);
  checkSends(model, stored);
  checkOrder(model);
  checkRemovals(model, stored);
  await checkLive(model, stored);
  for (const member of model.members) await checkHistory(environment, model, member, stored);
  await checkLikes(environment, model);
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

/** Checks that an acknowledged message is stored once, as answered, and that refused and unsent ones are not stored. */
function checkSends(model: Model, { messages }: StoredState): void {
  const byKey = groupBy(messages, (row) => `${row.sender_id} ${row.idempotency_key}`);
  for (const send of model.sends) {
    const rows = byKey.get(`${send.from} ${send.key}`) ?? [];
    byKey.delete(`${send.from} ${send.key}`);
    const wrong = send.answer && findMismatch(send, rows);
    if (wrong) model.report('once', `key ${send.key}: ${wrong}`);
  }
  for (const key of byKey.keys()) model.report('once', `no client sent ${key}`);
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

function checkOrder(model: Model): void {
  for (const inOne of groupBy(listAcknowledged(model), (send) => `${send.conversation} ${send.from}`).values())
    for (const [index, send] of inOne.entries()) {
      const earlier = inOne.slice(0, index).find((other) => other.ended < send.began && other.seq >= send.seq);
      if (earlier) model.report('order', `${send.id} was sent after ${earlier.id} but has a lower seq`);
    }
}

function listAcknowledged({ sends }: Model) {
  return sends.flatMap((send) => (send.answer && !('refused' in send.answer) ? [{ ...send, ...send.answer }] : []));
}

/** Checks that deleted messages stay deleted, others do not disappear, and no message passes a block. */
function checkRemovals(model: Model, { sides }: StoredState): void {
  const acknowledged = listAcknowledged(model);
  for (const side of sides) {
    const mine = model.removals.filter((removal) =>
      removal.kind === 'delete'
        ? removal.by === side.member_id && removal.conversation === side.conversation_id
        : (removal.by === side.member_id && removal.other === side.other_id) ||
          (removal.by === side.other_id && removal.other === side.member_id),
    );
    if (side.cleared_seq > 0 && mine.length === 0)
      model.report('removed', `${side.conversation_id} was cleared, but ${side.member_id} did not ask for it`);
    const done = mine.filter((removal) => removal.done);
    for (const { conversation, seq, ended, began, id } of acknowledged) {
      if (conversation !== side.conversation_id) continue;
      if (done.some((removal) => removal.began > ended) && seq > side.cleared_seq)
        model.report('removed', `${id} was deleted by ${side.member_id} but is visible again`);
      if (seq <= side.cleared_seq && mine.every((removal) => removal.ended < began))
        model.report('removed', `${id} was sent after the removal but is gone for ${side.member_id}`);
      if (done.some((removal) => removal.kind === 'block' && removal.ended < began))
        model.report('block', `${id} was delivered despite a block`);
    }
  }
}

function visibleTo(member: string, side: Side, { messages, paid }: StoredState): Row[] {
  const floor = Math.max(side.cleared_seq, paid.has(member) ? 0 : side.last_seq - freeMessagesVisibleMax);
  return messages.filter((row) => row.conversation_id === side.conversation_id && row.seq > floor);
}

/**
 * Checks that a socket shows nothing twice and misses no first-attempt message, and that nothing is missing after the
 * next refresh.
 */
async function checkLive(model: Model, stored: StoredState): Promise<void> {
  const answeredAtOnce = new Set(model.sends.filter((send) => !send.retried).map((send) => send.key));
  const listMissing = (member: TestMember, counts: (row: Row) => boolean): string[] =>
    stored.sides
      .filter((side) => side.member_id === member.id && !side.hidden)
      .flatMap((side) => visibleTo(member.id, side, stored).filter(counts))
      .filter((row) => member.view.shown.get(row.conversation_id)?.get(row.seq) !== row.message_id)
      .map((row) => `message ${row.message_id} (${row.seq})`);
  const wasAnsweredAtOnce = (row: Row): boolean => answeredAtOnce.has(row.idempotency_key ?? '');
  const existing = new Set(stored.messages.map((row) => `${row.conversation_id} ${row.seq} ${row.message_id}`));
  for (const member of model.members) {
    await until(() => listMissing(member, wasAnsweredAtOnce).length === 0, limitMs(2_000));
    for (const what of listMissing(member, wasAnsweredAtOnce))
      model.report('live', `the socket of ${member.id} missed ${what}`);
    await until(() => member.view.refetch(), limitMs(10_000));
    for (const what of listMissing(member, () => true)) model.report('catch-up', `${member.id} does not see ${what}`);
    for (const fault of member.view.faults) model.report('live-twice', `${member.id}: ${fault}`);
    for (const [conversation, shown] of member.view.shown)
      for (const [seq, id] of shown)
        if (!existing.has(`${conversation} ${seq} ${id}`))
          model.report('live', `${member.id} sees ${id} (${seq}), which does not exist`);
  }
}

async function checkHistory(
  { app }: Environment,
  model: Model,
  { id, token }: TestMember,
  stored: StoredState,
): Promise<void> {
  const report = (detail: string): void => model.report('history', detail);
  const sides = stored.sides.filter((side) => side.member_id === id && !side.hidden);
  const list = await persist(() => listAllChats(app.address, { token }));
  const user = await call(app.address, 'getUser', {}, { token });
  if (!list?.ok || !user?.ok) return report(`${id} cannot list their conversations`);
  const { chats } = list.body;
  const listed = new Map(chats.map((entry) => [entry.conversation.id, entry]));
  if (chats.length !== sides.length || listed.size !== sides.length)
    report(`${id} is shown ${chats.length} conversations instead of ${sides.length}`);
  const unread = sides.reduce((sum, side) => sum + side.unread, 0);
  if (user.body.user.unread_messages !== unread)
    model.report('unread', `${id} is shown ${user.body.user.unread_messages} unread messages instead of ${unread}`);
  for (const side of sides) {
    const entry = listed.get(side.conversation_id);
    if (entry?.conversation.last_seq !== side.last_seq || entry.num_unread_messages !== side.unread)
      report(`the list of ${id} shows ${side.conversation_id} with wrong counters`);
    const shown = await fetchHistory(app.address, token, side.conversation_id);
    const expected = visibleTo(id, side, stored).map((row) => `${row.seq} ${row.message_id}`);
    if (shown.join() !== expected.join())
      report(
        `${id} is shown ${shown.length} messages of ${side.conversation_id}, but ${expected.length} are stored and visible`,
      );
  }
}

async function fetchHistory(address: string, token: string | undefined, conversation: string): Promise<string[]> {
  const all: string[] = [];
  for (let after = 0; ;) {
    const outcome = await call(address, 'getChat', { conversation, after }, { token });
    const messages = outcome?.ok ? outcome.body.messages : [];
    const last = messages.at(-1)?.seq;
    if (last === undefined) return all;
    all.push(...messages.map(({ seq, id }) => `${seq} ${id}`));
    after = last;
  }
}

/** Checks that an acknowledged like is stored, unless a block has removed it. */
async function checkLikes(environment: Environment, model: Model): Promise<void> {
  const rows = await environment.sql<{ pair: string }>(
    `select member_id || ' ' || receiver_id as pair from likes_given`,
  );
  const stored = new Set(rows.map(({ pair }) => pair));
  const hasBlocked = (a: string, b: string): boolean =>
    model.removals.some(({ kind, by, other }) => kind === 'block' && [a, b].includes(by) && [a, b].includes(other));
  for (const { from, to } of model.likes)
    if (!hasBlocked(from, to) && !stored.has(`${from} ${to}`))
      model.report('likes', `the like of ${from} to ${to} is gone`);
}

function groupBy<T>(list: readonly T[], getKey: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(getKey(one), [...(groups.get(getKey(one)) ?? []), one]);
  return groups;
}
