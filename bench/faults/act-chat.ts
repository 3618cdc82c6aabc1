import { giftIds } from '../../contract/gifts.ts';
import { type Outcome, persist } from './client.ts';
import type { Random } from './random.ts';
import { type Scene, accuse, callAs } from './scene.ts';
import type { Person, Removal, Send } from './story.ts';

type Sending = Outcome<'sendMessage'>;

/** Sends a message or a gift until it is answered; at times twice at once, once more afterwards, or with another text. */
export async function send(scene: Scene, me: Person, random: Random): Promise<void> {
  const { story } = scene;
  const to = random.pick(story.people.filter((person) => person !== me)).id;
  const gift = random.chance(0.2) ? random.pick(giftIds) : null;
  const key = random.uuid();
  const draft: Send = {
    key,
    from: me.id,
    to,
    text: `text of ${key}`,
    gift,
    began: story.tick(),
    ended: Number.POSITIVE_INFINITY,
    doubtful: false,
    told: undefined,
  };
  story.sends.push(draft);
  const twins = random.chance(0.08) ? 2 : 1;
  const runs = await Promise.all(
    Array.from({ length: twins }, (_, twin) => {
      const own = random.fork(`twin-${twin}`);
      return persist<'sendMessage'>(() => sendOnce(scene, me, own, draft, draft.text));
    }),
  );
  draft.ended = story.tick();
  draft.doubtful = runs.some((run) => run.attempts > 1);
  for (const { outcome, unknown } of runs) {
    if (outcome) note(scene, draft, outcome);
    else accuse(scene, 'stuck', `send ${key} was never answered: ${unknown.slice(-3).join(', ')}`);
  }
  await tryAgain(scene, me, random, draft);
}

/** The same call once more gives the same answer; the same key with another text is refused. */
async function tryAgain(scene: Scene, me: Person, random: Random, draft: Send): Promise<void> {
  if (!draft.told || 'refused' in draft.told || !random.chance(0.15)) return;
  const other = random.chance(0.3);
  const text = other ? `${draft.text}, changed` : draft.text;
  const { outcome } = await persist<'sendMessage'>(() => sendOnce(scene, me, random, draft, text));
  if (!outcome) return;
  if (!other) note(scene, draft, outcome);
  else if (outcome.ok || outcome.code !== 'request.key-reused')
    accuse(scene, 'key-reused', `key ${draft.key} was taken with another text`);
}

function sendOnce(scene: Scene, me: Person, random: Random, { key, to, gift }: Send, text: string): Promise<Sending> {
  const input = { profile: to, idempotency_key: key };
  return gift === null
    ? callAs(scene, me, random, 'sendMessage', { ...input, text })
    : callAs(scene, me, random, 'sendGift', { ...input, gift, note: text });
}

/** What the sender is told stays what they were told. A refusal is none: the next try may find the ban lifted. */
function note(scene: Scene, draft: Send, outcome: Extract<Sending, { known: true }>): void {
  const { told } = draft;
  if (!outcome.ok) {
    if (outcome.code === 'session.missing') accuse(scene, 'session', `${draft.from} was logged out`);
    draft.told ??= { refused: outcome.code };
    return;
  }
  const { id, seq, conversation, credits } = outcome.body.message;
  if (told && !('refused' in told) && (told.id !== id || told.seq !== seq || told.credits !== credits))
    accuse(scene, 'same-answer', `key ${draft.key} was told ${told.id} (${told.seq}), then ${id} (${seq})`);
  draft.told = { id, seq, conversation, credits };
}

/** Opens a conversation, which reads it. */
export async function read(scene: Scene, me: Person, random: Random): Promise<void> {
  const conversation = someConversation(me, random);
  if (conversation !== undefined) await persist(() => callAs(scene, me, random, 'getChat', { conversation }));
}

/** Deletes a conversation: its messages so far are gone for this member. */
export async function remove(scene: Scene, me: Person, random: Random): Promise<void> {
  const conversation = someConversation(me, random);
  if (conversation === undefined) return;
  const removal = begin(scene, { kind: 'delete', by: me.id, other: '', conversation });
  // "Not found" after an attempt without an answer is the trace of that attempt.
  await finish(scene, removal, () => callAs(scene, me, random, 'deleteChat', { conversation }));
}

/** Blocks a member. */
export async function block(scene: Scene, me: Person, random: Random): Promise<void> {
  const other = random.pick(scene.story.people.filter((person) => person !== me)).id;
  const removal = begin(scene, { kind: 'block', by: me.id, other, conversation: undefined });
  await finish(scene, removal, () => callAs(scene, me, random, 'blockMember', { profile: other }));
}

function begin(scene: Scene, what: Pick<Removal, 'kind' | 'by' | 'other' | 'conversation'>): Removal {
  const removal = { ...what, began: scene.story.tick(), ended: Number.POSITIVE_INFINITY, done: false };
  scene.story.removals.push(removal);
  return removal;
}

async function finish(
  scene: Scene,
  removal: Removal,
  once: () => Promise<Outcome<'deleteChat'> | Outcome<'blockMember'>>,
): Promise<void> {
  const { outcome } = await persist<'deleteChat' | 'blockMember'>(once);
  removal.ended = scene.story.tick();
  removal.done = outcome?.ok === true;
  if (!outcome) accuse(scene, 'stuck', `${removal.kind} by ${removal.by} was never answered`);
}

function someConversation(me: Person, random: Random): string | undefined {
  const known = [...me.view.shown.keys()].sort();
  return known.length === 0 ? undefined : random.pick(known);
}
