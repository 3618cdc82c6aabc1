import { giftIds } from '../../contract/chat/gifts.ts';
import { type Outcome, persist } from './client.ts';
import type { Random } from './random.ts';
import { type RoundContext, reportViolation, callAs } from './round-context.ts';
import type { TestMember, Removal, SentMessage } from './model.ts';

type Sending = Outcome<'sendMessage'>;

/**
 * Sends a message or a gift and repeats the call until it is answered. Some are sent twice in parallel, some again
 * after the answer, and some again with another text under the same key.
 */
export async function send(context: RoundContext, me: TestMember, random: Random): Promise<void> {
  const { model } = context;
  const to = random.pick(model.members.filter((member) => member !== me)).id;
  const gift = random.chance(0.2) ? random.pick(giftIds) : null;
  const key = random.uuid();
  const sent: SentMessage = {
    key,
    from: me.id,
    to,
    text: `text of ${key}`,
    gift,
    began: model.tick(),
    ended: Number.POSITIVE_INFINITY,
    retried: false,
    answer: undefined,
  };
  model.sends.push(sent);
  const parallel = random.chance(0.08) ? 2 : 1;
  const runs = await Promise.all(
    Array.from({ length: parallel }, (_, twin) => {
      const own = random.fork(`twin-${twin}`);
      return persist<'sendMessage'>(() => sendOnce(context, me, own, sent, sent.text));
    }),
  );
  sent.ended = model.tick();
  sent.retried = runs.some((run) => run.attempts > 1);
  for (const { outcome, unknown } of runs) {
    if (outcome) note(context, sent, outcome);
    else reportViolation(context, 'stuck', `send ${key} was never answered: ${unknown.slice(-3).join(', ')}`);
  }
  await tryAgain(context, me, random, sent);
}

/** Repeats an answered call. The answer must be the same; another text must be refused. */
async function tryAgain(context: RoundContext, me: TestMember, random: Random, sent: SentMessage): Promise<void> {
  if (!sent.answer || 'refused' in sent.answer || !random.chance(0.15)) return;
  const other = random.chance(0.3);
  const text = other ? `${sent.text}, changed` : sent.text;
  const { outcome } = await persist<'sendMessage'>(() => sendOnce(context, me, random, sent, text));
  if (!outcome) return;
  if (!other) note(context, sent, outcome);
  else if (outcome.ok || outcome.code !== 'request.key-reused')
    reportViolation(context, 'key-reused', `key ${sent.key} was taken with another text`);
}

function sendOnce(
  context: RoundContext,
  me: TestMember,
  random: Random,
  { key, to, gift }: SentMessage,
  text: string,
): Promise<Sending> {
  const input = { profile: to, idempotency_key: key };
  return gift === null
    ? callAs(context, me, random, 'sendMessage', { ...input, text })
    : callAs(context, me, random, 'sendGift', { ...input, gift, note: text });
}

/** Records an answer. An acknowledgement must never change; a refusal may, because its reason can go away. */
function note(context: RoundContext, sent: SentMessage, outcome: Extract<Sending, { known: true }>): void {
  const { answer } = sent;
  if (!outcome.ok) {
    if (outcome.code === 'session.missing') reportViolation(context, 'session', `${sent.from} was logged out`);
    sent.answer ??= { refused: outcome.code };
    return;
  }
  const { id, seq, conversation, credits } = outcome.body.message;
  if (answer && !('refused' in answer) && (answer.id !== id || answer.seq !== seq || answer.credits !== credits))
    reportViolation(
      context,
      'same-answer',
      `key ${sent.key} was told ${answer.id} (${answer.seq}), then ${id} (${seq})`,
    );
  sent.answer = { id, seq, conversation, credits };
}

/** Opens a conversation, which marks it as read. */
export async function read(context: RoundContext, me: TestMember, random: Random): Promise<void> {
  const conversation = someConversation(me, random);
  if (conversation !== undefined) await persist(() => callAs(context, me, random, 'getChat', { conversation }));
}

/** Deletes a conversation: its messages so far disappear for this member. */
export async function remove(context: RoundContext, me: TestMember, random: Random): Promise<void> {
  const conversation = someConversation(me, random);
  if (conversation === undefined) return;
  const removal = begin(context, { kind: 'delete', by: me.id, other: '', conversation });
  // "Not found" after an unanswered call means that the unanswered call succeeded.
  await finish(context, removal, () => callAs(context, me, random, 'deleteChat', { conversation }));
}

export async function block(context: RoundContext, me: TestMember, random: Random): Promise<void> {
  const other = random.pick(context.model.members.filter((member) => member !== me)).id;
  const removal = begin(context, { kind: 'block', by: me.id, other, conversation: undefined });
  await finish(context, removal, () => callAs(context, me, random, 'blockMember', { profile: other }));
}

function begin(context: RoundContext, what: Pick<Removal, 'kind' | 'by' | 'other' | 'conversation'>): Removal {
  const removal = { ...what, began: context.model.tick(), ended: Number.POSITIVE_INFINITY, done: false };
  context.model.removals.push(removal);
  return removal;
}

async function finish(
  context: RoundContext,
  removal: Removal,
  once: () => Promise<Outcome<'deleteChat'> | Outcome<'blockMember'>>,
): Promise<void> {
  const { outcome } = await persist<'deleteChat' | 'blockMember'>(once);
  removal.ended = context.model.tick();
  removal.done = outcome?.ok === true;
  if (!outcome) reportViolation(context, 'stuck', `${removal.kind} by ${removal.by} was never answered`);
}

function someConversation(me: TestMember, random: Random): string | undefined {
  const known = [...me.view.shown.keys()].sort();
  return known.length === 0 ? undefined : random.pick(known);
}
