import type { OperationName } from '../../contract/calls.ts';
import type { Input } from '../../contract/index.ts';
import { type Outcome, callOnce } from './client.ts';
import type { Random } from './random.ts';
import type { Stage } from './stage.ts';
import type { Person, Story } from './story.ts';

/** One round while it plays. */
export interface Scene {
  stage: Stage;
  story: Story;
  /** Called with every call of a member, with the count of calls so far: the faults of the round hang on it. */
  onCall(count: number): void;
  calls: number;
  /** Whether the members are still acting. Afterwards nobody hangs up any more. */
  acting: boolean;
}

const hangUpShare = 0.05;
const hangUpLatestMs = 40;

/** A member calls once. Now and then they hang up before the answer is there. */
export function callAs<Name extends OperationName>(
  scene: Scene,
  person: Pick<Person, 'token'>,
  random: Random,
  name: Name,
  input: Partial<Input<Name>> | object,
): Promise<Outcome<Name>> {
  scene.calls += 1;
  scene.onCall(scene.calls);
  const hangsUp = scene.acting && random.chance(hangUpShare);
  const hangUpMs = hangsUp ? random.between(0, hangUpLatestMs) : undefined;
  return callOnce(scene.stage.app.address, name, input, { token: person.token, hangUpMs });
}

/** Notes what must not be. */
export function accuse(scene: Pick<Scene, 'story'>, check: string, detail: string): void {
  scene.story.violations.push({ check, detail });
}
