import type { Operation } from '../../../contract/platform/operation.ts';
import { Failure } from '../failure.ts';
import type { Call as HttpCall } from '../handler.ts';
import { fieldErrors } from './field-errors.ts';
import { getShape } from './shape.ts';

/** The steps that calls and frames share: audience → read → parse → run → check. `input` may be a function. */
export async function runOperation<
  Output,
  Call extends { member: unknown; session?: Pick<HttpCall['session'], 'hasEnded'> },
>(
  name: string,
  definition: Operation,
  handler: (input: never, call: Call) => Promise<Output>,
  input: unknown,
  call: Call,
): Promise<Output> {
  if (definition.audience === 'member' && !call.member) {
    const isEnded = await call.session?.hasEnded();
    throw new Failure('session.missing', { authentication_required: true, ...(isEnded && { session_ended: true }) });
  }
  const parsed = parseInput(definition, typeof input === 'function' ? await (input as () => unknown)() : input);
  return checkAnswer(name, definition, await handler(parsed as never, call));
}

function parseInput(definition: Operation, input: unknown): unknown {
  // Fields that the contract does not name are dropped here, so that nothing else reaches a handler.
  const fit = getShape(definition.input).fit(input ?? {});
  if (!fit.ok) throw new Failure('input.invalid', {}, fieldErrors(fit.errors));
  refuseBrokenText(fit.value as Record<string, unknown>);
  return fit.value;
}

// PostgreSQL cannot store NUL, and a lone surrogate would come back as another character: both are refused.
function refuseBrokenText(input: Record<string, unknown>): void {
  const broken = Object.entries(input).find(([, value]) => hasBrokenText(value));
  if (broken) throw new Failure('input.invalid', {}, { [broken[0]]: 'field.invalid' });
}

function hasBrokenText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !isWellFormed(value);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  return Object.values(value).some(hasBrokenText);
}

function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);
}

function checkAnswer<Output>(name: string, definition: Operation, answer: Output): Output {
  const fit = getShape(definition.output).fit(answer);
  if (!fit.ok) {
    const places = [...fit.errors].map((error) => `${error.instancePath} ${error.keyword}`);
    throw new Error(`the answer of ${name} violates its contract: ${places.slice(0, 5).join('; ')}`);
  }
  // Drops the fields that the contract does not name: they must never reach a client.
  return fit.value as Output;
}
