import { setTimeout as wait } from 'node:timers/promises';

import { giftIds } from '../../contract/chat/gifts.ts';
import type { CallOutcome } from './client.ts';
import type { Actor, Newcomer, Removal, SentMessage } from './model.ts';
import { buy, payByDebit, raceForDiscount, storeCard } from './order-actions.ts';

/** Shares in percent. */
const actions: [number, (actor: Actor) => Promise<void>][] = [
  [42, send],
  [10, read],
  [11, buy],
  [4, storeCard],
  [4, payByDebit],
  [3, raceForDiscount],
  [8, like],
  [5, search],
  [6, remove],
  [3, signUp],
  [2, block],
  [1, readStatement],
];

export async function runActions(actor: Actor, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const own = actor.fork(`act-${number}`);
    let chosen = own.random.between(1, 100);
    const action = actions.find(([share]) => (chosen -= share) <= 0)?.[1] ?? send;
    await action(own);
    await wait(own.random.between(0, 60));
  }
}

async function like(actor: Actor): Promise<void> {
  const other = actor.pickOther().id;
  const outcome = await actor.call('addLike', { profile: other });
  if (outcome?.ok) actor.context.model.likes.push({ from: actor.me.id, to: other });
}

async function search(actor: Actor): Promise<void> {
  const outcome = await actor.call('searchProfiles', {});
  if (outcome?.ok === false) actor.report('stuck', `a search of ${actor.me.id} was refused: ${outcome.code}`);
}

async function readStatement(actor: Actor): Promise<void> {
  await actor.call('listLedger', {});
}

/** Signs up a visitor. If an unanswered call already created the account, the repeated form logs in. */
async function signUp(actor: Actor): Promise<void> {
  const { context, me, random } = actor;
  const id = random.uuid();
  const newcomer: Newcomer = { email: `${id}@example.net`, signedUp: false, token: undefined };
  context.model.newcomers.push(newcomer);
  const outcome = await actor.as({ ...me, token: undefined }).call('signUp', {
    email: newcomer.email,
    password: 'a quiet evening by the sea',
    idempotency_key: random.uuid(),
    name: `New ${id.slice(0, 8)}`,
    date_of_birth: '1990-05-17',
    gender: 'male',
    sexuality: 'hetero',
    country: 'NL',
    town: 'nl-haarlem',
    accept_terms: true,
    consent_sensitive: true,
  });
  if (!outcome?.ok) return actor.report('sign-up', `${newcomer.email} is not signed up: ${outcome?.code}`);
  Object.assign(newcomer, { signedUp: true, token: outcome.token });
}

/** Sends a message, sometimes in parallel or again, even with another text under one key. */
export async function send(actor: Actor): Promise<void> {
  const { random, context, me } = actor;
  const to = actor.pickOther().id;
  const gift = random.chance(0.2) ? random.pick(giftIds) : null;
  const key = random.uuid();
  const sent: SentMessage = {
    key,
    from: me.id,
    to,
    text: `text of ${key}`,
    gift,
    began: context.model.tick(),
    ended: Number.POSITIVE_INFINITY,
    retried: false,
    answer: undefined,
  };
  context.model.sends.push(sent);
  const runs = await sendAtOnce(actor, sent, sent.text, random.chance(0.08) ? 2 : 1);
  sent.ended = context.model.tick();
  sent.retried = runs.some((outcome) => outcome === undefined || outcome.attempts > 1);
  for (const outcome of runs) if (outcome) record(actor, sent, outcome);
  await tryAgain(actor, sent);
}

/** Repeats an answered call. The response must be the same; another text must be refused. */
async function tryAgain(actor: Actor, sent: SentMessage): Promise<void> {
  const { random } = actor;
  if (!sent.answer || 'refused' in sent.answer || !random.chance(0.15)) return;
  const other = random.chance(0.3);
  const text = other ? `${sent.text}, changed` : sent.text;
  for (const outcome of await sendAtOnce(actor.fork('again'), sent, text, 1)) {
    if (!outcome) return;
    if (!other) record(actor, sent, outcome);
    else if (outcome.ok || outcome.code !== 'request.key-reused')
      actor.report('key-reused', `key ${sent.key} was taken with another text`);
  }
}

async function sendAtOnce(
  actor: Actor,
  { key, to, gift }: SentMessage,
  text: string,
  times: number,
): Promise<(CallOutcome<'sendMessage' | 'sendGift'> | undefined)[]> {
  const input = { profile: to, idempotency_key: key, ...(gift === null ? { text } : { gift, note: text }) };
  const inputs = Array.from({ length: times }, () => input);
  return actor.callAtOnce(gift === null ? 'sendMessage' : 'sendGift', inputs);
}

/** Records a response. An acknowledgement must never change; a refusal may, because its reason can go away. */
function record(actor: Actor, sent: SentMessage, outcome: CallOutcome<'sendMessage' | 'sendGift'>): void {
  const { answer } = sent;
  if (!outcome.ok) {
    if (outcome.code === 'session.missing') actor.report('session', `${sent.from} was logged out`);
    sent.answer ??= { refused: outcome.code };
    return;
  }
  const { id, seq, conversation, credits } = outcome.body.message;
  if (answer && !('refused' in answer) && (answer.id !== id || answer.seq !== seq || answer.credits !== credits))
    actor.report('same-answer', `key ${sent.key} was told ${answer.id} (${answer.seq}), then ${id} (${seq})`);
  sent.answer = { id, seq, conversation, credits };
}

async function read(actor: Actor): Promise<void> {
  const conversation = someConversation(actor);
  if (conversation !== undefined) await actor.call('getChat', { conversation });
}

/** Deletes a conversation: its messages so far disappear for this member. */
async function remove(actor: Actor): Promise<void> {
  const conversation = someConversation(actor);
  if (conversation === undefined) return;
  // "Not found" after an unanswered call means that the unanswered call succeeded.
  await recordRemoval(actor, { kind: 'delete', other: '', conversation }, 'deleteChat', { conversation });
}

async function block(actor: Actor): Promise<void> {
  const other = actor.pickOther().id;
  await recordRemoval(actor, { kind: 'block', other, conversation: undefined }, 'blockMember', { profile: other });
}

async function recordRemoval(
  actor: Actor,
  what: Pick<Removal, 'kind' | 'other' | 'conversation'>,
  name: 'deleteChat' | 'blockMember',
  input: object,
): Promise<void> {
  const { model } = actor.context;
  const removal = { ...what, by: actor.me.id, began: model.tick(), ended: Number.POSITIVE_INFINITY, done: false };
  model.removals.push(removal);
  removal.done = (await actor.call(name, input))?.ok === true;
  removal.ended = model.tick();
}

function someConversation({ me, random }: Actor): string | undefined {
  const known = [...me.view.shown.keys()].sort();
  return known.length === 0 ? undefined : random.pick(known);
}
