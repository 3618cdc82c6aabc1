import { freeMessagesVisibleMax } from '../../contract/limits.ts';
import { callOnce, listAllChats, persist } from './client.ts';
import { until } from './quiesce.ts';
import type { Stage } from './stage.ts';
import type { Person, Send, Story, Violation } from './story.ts';

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

/** The rows behind the conversations of a round. */
interface Truth {
  messages: Row[];
  sides: Side[];
  paid: Set<string>;
}

/** Compares what senders were told, what the tables hold, and what both members are shown, by socket and by call. */
export async function checkChat(stage: Stage, story: Story): Promise<Violation[]> {
  const truth = await readTruth(stage, story);
  const found = [...checkSends(story, truth), ...checkOrder(story), ...checkRemovals(story, truth)];
  found.push(...(await checkLive(story, truth)));
  for (const person of story.people) found.push(...(await checkHistory(stage, person, truth)));
  return [...found, ...(await checkLikes(stage, story))];
}

async function readTruth(stage: Stage, story: Story): Promise<Truth> {
  const ids = story.people.map((person) => person.id);
  const sides = await stage.sql<Side>(
    `select member_id, conversation_id, other_id, hidden, unread, cleared_seq, last_seq from inbox where member_id = any($1)`,
    [ids],
  );
  const messages = await stage.sql<Row>(
    `select conversation_id, seq, message_id, sender_id, idempotency_key, text from messages
      where sender_id = any($1) order by conversation_id, seq`,
    [ids],
  );
  const paid = await stage.sql<{ id: string }>(
    'select member_id as id from members where member_id = any($1) and paid_at is not null',
    [ids],
  );
  return { sides, messages, paid: new Set(paid.map(({ id }) => id)) };
}

/** What was acknowledged is there once, as it was told; what was refused, or never asked for, is not. */
function checkSends(story: Story, { messages }: Truth): Violation[] {
  const byKey = groupBy(messages, (row) => `${row.sender_id} ${row.idempotency_key}`);
  const violations: Violation[] = [];
  for (const send of story.sends) {
    const rows = byKey.get(`${send.from} ${send.key}`) ?? [];
    byKey.delete(`${send.from} ${send.key}`);
    const wrong = send.told && wrongWith(send, rows);
    if (wrong) violations.push({ check: 'once', detail: `key ${send.key}: ${wrong}` });
  }
  for (const key of byKey.keys()) violations.push({ check: 'once', detail: `nobody sent ${key}` });
  return violations;
}

function wrongWith({ told, text }: Send, rows: Row[]): string | undefined {
  if (!told) return undefined;
  if ('refused' in told) return rows.length === 0 ? undefined : `refused (${told.refused}) and stored`;
  const [row] = rows;
  if (!row || rows.length > 1) return `acknowledged and stored ${rows.length} times`;
  if (row.message_id !== told.id || row.seq !== told.seq || row.text !== text) return 'stored otherwise than told';
  return undefined;
}

/** Who sends again after an answer is later in the conversation, too. */
function checkOrder({ sends }: Story): Violation[] {
  const violations: Violation[] = [];
  const told = sends.flatMap((send) => (send.told && !('refused' in send.told) ? [{ ...send, ...send.told }] : []));
  for (const inOne of groupBy(told, (send) => `${send.conversation} ${send.from}`).values())
    for (const [index, send] of inOne.entries()) {
      const earlier = inOne.slice(0, index).find((other) => other.ended < send.began && other.seq >= send.seq);
      if (earlier)
        violations.push({ check: 'order', detail: `${send.id} came after ${earlier.id} and stands before it` });
    }
  return violations;
}

/** What was deleted is gone and nothing else is; over a block nothing is said. */
function checkRemovals({ removals, sends }: Story, { sides }: Truth): Violation[] {
  const violations: Violation[] = [];
  const told = sends.flatMap((send) => (send.told && !('refused' in send.told) ? [{ ...send, ...send.told }] : []));
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
        detail: `${side.conversation_id} was cleared and ${side.member_id} did not ask`,
      });
    const done = mine.filter((removal) => removal.done);
    for (const { conversation, seq, ended, began, id } of told) {
      if (conversation !== side.conversation_id) continue;
      if (done.some((removal) => removal.began > ended) && seq > side.cleared_seq)
        violations.push({ check: 'removed', detail: `${id} was deleted by ${side.member_id} and is back` });
      if (seq <= side.cleared_seq && mine.every((removal) => removal.ended < began))
        violations.push({ check: 'removed', detail: `${id} came after the removal and is gone for ${side.member_id}` });
      if (done.some((removal) => removal.kind === 'block' && removal.ended < began))
        violations.push({ check: 'block', detail: `${id} was delivered over a block` });
    }
  }
  return violations;
}

/** What a member must be shown of a conversation; nothing where it is hidden. */
function visibleTo(member: string, side: Side, { messages, paid }: Truth): Row[] {
  const floor = Math.max(side.cleared_seq, paid.has(member) ? 0 : side.last_seq - freeMessagesVisibleMax);
  return messages.filter((row) => row.conversation_id === side.conversation_id && row.seq > floor);
}

/** Sockets: nothing twice; nothing missing that was acknowledged at once; nothing missing at all after the next refresh. */
async function checkLive({ people, sends }: Story, truth: Truth): Promise<Violation[]> {
  const sure = new Set(sends.filter((send) => !send.doubtful).map((send) => send.key));
  const missing = (person: Person, counts: (row: Row) => boolean): string[] =>
    truth.sides
      .filter((side) => side.member_id === person.id && !side.hidden)
      .flatMap((side) => visibleTo(person.id, side, truth).filter(counts))
      .filter((row) => person.view.shown.get(row.conversation_id)?.get(row.seq) !== row.message_id)
      .map((row) => `message ${row.message_id} (${row.seq})`);
  const isSure = (row: Row): boolean => sure.has(row.idempotency_key ?? '');
  const violations: Violation[] = [];
  for (const person of people) {
    await until(() => missing(person, isSure).length === 0, 2_000);
    for (const what of missing(person, isSure))
      violations.push({ check: 'live', detail: `the socket of ${person.id} missed ${what}` });
    await until(() => person.view.refetch(), 10_000);
    for (const what of missing(person, () => true))
      violations.push({ check: 'catch-up', detail: `${person.id} does not see ${what}` });
    for (const fault of person.view.faults) violations.push({ check: 'live-twice', detail: `${person.id}: ${fault}` });
    for (const [conversation, shown] of person.view.shown)
      for (const [seq, id] of shown)
        if (
          !truth.messages.some(
            (row) => row.conversation_id === conversation && row.seq === seq && row.message_id === id,
          )
        )
          violations.push({ check: 'live', detail: `${person.id} sees ${id} (${seq}), which does not exist` });
  }
  return violations;
}

/** Calls: the lists and histories of a member, page by page, are the rows. */
async function checkHistory({ app }: Stage, { id, token }: Person, truth: Truth): Promise<Violation[]> {
  const violations: Violation[] = [];
  const accuse = (detail: string): void => void violations.push({ check: 'history', detail });
  const sides = truth.sides.filter((side) => side.member_id === id && !side.hidden);
  const list = (await persist(() => listAllChats(app.address, { token }))).outcome;
  const user = (await persist(() => callOnce(app.address, 'getUser', {}, { token }))).outcome;
  if (!list?.ok || !user?.ok) return [{ check: 'history', detail: `${id} cannot list the conversations` }];
  const { chats } = list.body;
  const listed = new Map(chats.map((entry) => [entry.conversation.id, entry]));
  if (chats.length !== sides.length || listed.size !== sides.length)
    accuse(`${id} is listed ${chats.length} conversations of ${sides.length}`);
  const unread = sides.reduce((sum, side) => sum + side.unread, 0);
  if (user.body.user.unread_messages !== unread)
    violations.push({
      check: 'unread',
      detail: `${id} is shown ${user.body.user.unread_messages} unread of ${unread}`,
    });
  for (const side of sides) {
    const entry = listed.get(side.conversation_id);
    if (entry?.conversation.last_seq !== side.last_seq || entry.num_unread_messages !== side.unread)
      accuse(`${id} is listed ${side.conversation_id} otherwise than it is`);
    const shown = await historyOf(app.address, token, side.conversation_id);
    const expected = visibleTo(id, side, truth).map((row) => `${row.seq} ${row.message_id}`);
    if (shown.join() !== expected.join())
      accuse(`${id} is shown ${shown.length} messages of ${side.conversation_id}, stored are ${expected.length}`);
  }
  return violations;
}

async function historyOf(address: string, token: string, conversation: string): Promise<string[]> {
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

/** A like that was acknowledged stands, unless the two were parted by a block. */
async function checkLikes(stage: Stage, { likes, removals }: Story): Promise<Violation[]> {
  const rows = await stage.sql<{ pair: string }>(`select member_id || ' ' || receiver_id as pair from likes_given`);
  const stored = new Set(rows.map(({ pair }) => pair));
  const parted = (a: string, b: string): boolean =>
    removals.some(({ kind, by, other }) => kind === 'block' && [a, b].includes(by) && [a, b].includes(other));
  return likes
    .filter(({ from, to }) => !parted(from, to) && !stored.has(`${from} ${to}`))
    .map(({ from, to }) => ({ check: 'likes', detail: `${from} liked ${to}, and it is gone` }));
}

function groupBy<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}
