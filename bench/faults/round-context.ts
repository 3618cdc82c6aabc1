import type { OperationName } from '../../contract/calls.ts';
import type { Input } from '../../contract/index.ts';
import { type Outcome, callOnce } from './client.ts';
import type { Random } from './random.ts';
import type { Environment } from './environment.ts';
import type { TestMember, Model } from './model.ts';

/** State shared by the actions and checks of a running round. */
export interface RoundContext {
  environment: Environment;
  model: Model;
  /** Runs on every call of a member, with the number of calls so far; injects the faults that are due. */
  onCall(count: number): void;
  calls: number;
  /** Whether the members are still acting. Clients abort calls only during this phase. */
  acting: boolean;
}

const hangUpShare = 0.05;
const hangUpLatestMs = 40;

/** Calls an operation once as a member. A small share of the calls is aborted before the answer arrives. */
export function callAs<Name extends OperationName>(
  context: RoundContext,
  member: Pick<TestMember, 'token'>,
  random: Random,
  name: Name,
  input: Partial<Input<Name>> | object,
): Promise<Outcome<Name>> {
  context.calls += 1;
  context.onCall(context.calls);
  const hangsUp = context.acting && random.chance(hangUpShare);
  const hangUpMs = hangsUp ? random.between(0, hangUpLatestMs) : undefined;
  return callOnce(context.environment.app.address, name, input, { token: member.token, hangUpMs });
}

export function reportViolation(context: Pick<RoundContext, 'model'>, check: string, detail: string): void {
  context.model.violations.push({ check, detail });
}

/** Runs an action of a buyer in parallel to the member's other actions. A round ends after all errands have ended. */
export function runErrand(context: Pick<RoundContext, 'model'>, name: string, errand: Promise<void>): void {
  const { errands } = context.model;
  const watched = errand
    .catch((error: unknown) => reportViolation(context, 'stuck', `${name}: ${String(error)}`))
    .finally(() => errands.delete(watched));
  errands.add(watched);
}
