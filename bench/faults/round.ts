import { actAs } from './act.ts';
import { lookAt } from './act-money.ts';
import { type Breakage, type Damage, breakIt, planBreakages } from './break-things.ts';
import { checkBooks } from './check-books.ts';
import { checkChat } from './check-chat.ts';
import { checkMoney } from './check-money.ts';
import { makePeople } from './make-people.ts';
import { quiesce, until } from './quiesce.ts';
import type { Random } from './random.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { type Violation, newStory } from './story.ts';

export interface RoundOptions {
  people: number;
  /** What each member does, one after the other. */
  acts: number;
  /** Whether each kind of breakage comes at least once. */
  everything: boolean;
  /** How long the provider keeps a call waiting, in a fifth of the rounds. */
  slowMs: number;
}

/** The size of a round unless told otherwise. */
export const usualRound: RoundOptions = { people: 8, acts: 12, everything: false, slowMs: 11_000 };

export interface RoundReport {
  calls: number;
  messages: number;
  purchases: number;
  violations: Violation[];
  /** How long the members acted, how long it took to come to rest, and to compare everything. */
  seconds: { acts: number; rest: number; checks: number };
}

const providerFaultShare = 0.25;

/** Plays one round: members act while things break, everything comes to rest, everything is compared. */
export async function playRound(
  stage: Stage,
  random: Random,
  options: RoundOptions,
  damage: Damage,
): Promise<RoundReport> {
  const story = newStory();
  story.people = await makePeople(stage, random.fork('people'), options.people);
  const [probe] = await makePeople(stage, random.fork('probe'), 1);
  const plan = planBreakages(random.fork('breakages'), options.people * options.acts, options.everything);
  const background: Promise<void>[] = [];
  const scene: Scene = {
    stage,
    story,
    calls: 0,
    acting: true,
    onCall: (count) => {
      for (const breakage of takeDue(plan, count)) if (probe) background.push(breakIt(scene, probe, breakage, damage));
    },
  };
  const slowMs = random.chance(0.2) ? options.slowMs : 0;
  for (const { view } of story.people) view.open();
  await until(() => story.people.every(({ view }) => view.state === 'live'));
  stage.providerProxy.misbehave({ random: random.fork('provider'), share: providerFaultShare, slowMs });
  const began = performance.now();
  await Promise.all(story.people.map((me, index) => actAs(scene, me, random.fork(`member-${index}`), options.acts)));
  scene.acting = false;
  await Promise.all(background);
  const acted = performance.now();
  await quiesce(scene);
  const rested = performance.now();
  await lookAgain(scene, random);
  const found = [...(await checkBooks(stage)), ...(await checkMoney(stage, story)), ...(await checkChat(stage, story))];
  for (const { view } of story.people) view.close();
  return {
    calls: scene.calls,
    messages: story.sends.filter(({ told }) => told && !('refused' in told)).length,
    purchases: story.purchases.length,
    violations: [...story.violations, ...found],
    seconds: {
      acts: (acted - began) / 1_000,
      rest: (rested - acted) / 1_000,
      checks: (performance.now() - rested) / 1_000,
    },
  };
}

function takeDue(plan: Breakage[], count: number): Breakage[] {
  const due = plan.filter(({ at }) => at <= count);
  for (const breakage of due) plan.splice(plan.indexOf(breakage), 1);
  return due;
}

async function lookAgain(scene: Scene, random: Random): Promise<void> {
  for (const purchase of scene.story.purchases) {
    const buyer = scene.story.people.find((person) => person.id === purchase.buyer);
    if (buyer && purchase.paymentId !== undefined) await lookAt(scene, buyer, random, purchase);
  }
}
