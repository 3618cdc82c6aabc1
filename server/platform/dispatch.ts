import { randomUUID } from 'node:crypto';

import type { OperationName } from '../../contract/calls.ts';
import { chooseLanguage } from '../../contract/choose-language.ts';
import { type ErrorAnswer, type ErrorCode, errors } from '../../contract/errors.ts';
import { type Input, type Output, operations } from '../../contract/index.ts';
import { localeCookieName } from '../../contract/limits.ts';
import type { Tracking } from '../../contract/tracking.ts';
import type { AppContext } from '../context.ts';
import { codeOfConstraint } from './database/constraints.ts';
import { isAway, isOutOfConnections } from './database/database.ts';
import { Failure } from './failure.ts';
import type { Call, Handlers } from './handler.ts';
import { fieldErrors } from './field-errors.ts';
import { isOutOfRoom, noteNoRoom } from './database/disk-space.ts';
import { type Member, noteSessionUse, readSession } from './sessions.ts';
import { shapeOf } from './shape.ts';

/** A request as each of the three ways in hands it to the door. */
export interface Request {
  host: string;
  ip: string;
  origin: string;
  client: 'web' | 'app';
  cookies: Record<string, string | undefined>;
  /** What the browser prefers, as its header says it. */
  acceptedLanguages: string | undefined;
  geoipCountry: string | null;
  tracking?: Tracking | undefined;
  /** `?domain=` of the page or call; only staff previews and tests honour it. */
  domain?: string | undefined;
  setCookie(name: string, value: string | null): void;
}

export type Answer<Name extends OperationName> =
  | { ok: true; status: number; body: Output<Name> }
  | { ok: false; status: number; body: ErrorAnswer };

export type Dispatch = <Name extends OperationName>(
  name: Name,
  input: unknown,
  request: Request,
) => Promise<Answer<Name>>;

export interface DoorOptions {
  handlers: Handlers;
  /** Called at most once a minute for a member who is active. */
  noteActivity(memberId: string): Promise<void>;
}

/** THE door: limit → session → audience → parse → run → present → check the answer. The only way to run an operation. */
export function createDispatch(context: AppContext, options: DoorOptions): Dispatch {
  return async (name, input, request) => {
    const trace = randomUUID();
    let member: string | undefined;
    try {
      const call = await openCall(context, options, request);
      member = call.member?.id;
      await limit(context, name, call);
      admit(name, call.member);
      const parsed = parse(name, input);
      const handler = options.handlers[name] as (input: unknown, call: Call) => Promise<Output<typeof name>>;
      const answer = await handler(parsed, call);
      return { ok: true, status: answer === null ? 204 : 200, body: checkAnswer(name, answer) };
    } catch (error) {
      return refusal(context, name, error, { trace, member });
    }
  };
}

async function openCall(context: AppContext, options: DoorOptions, request: Request): Promise<Call> {
  const now = context.clock.now();
  const token = request.cookies[context.sessionCookie];
  const session = await readSession(context.database, token, now);
  if (session?.stale) {
    await noteSessionUse(context.database, session.member.sessionHash, now);
    await options.noteActivity(session.member.id);
  }
  const site = await context.siteOf(request.host, request.domain, request.geoipCountry);
  return {
    context,
    site,
    member: session?.member ?? null,
    language: chooseLanguage({
      cookie: request.cookies[localeCookieName],
      accepted: request.acceptedLanguages,
      domainLanguage: site.settings.domain_language,
      locales: site.settings.locales,
    }),
    ip: request.ip,
    origin: request.origin,
    client: request.client,
    geoipCountry: request.geoipCountry,
    tracking: request.tracking,
    session: {
      token,
      set: (fresh) => request.setCookie(context.sessionCookie, fresh),
      clear: () => request.setCookie(context.sessionCookie, null),
    },
    log: context.log,
  };
}

async function limit(context: AppContext, name: OperationName, call: Call): Promise<void> {
  await context.rateLimits.take(operations[name].limit, call.member?.id ?? call.ip);
}

function admit(name: OperationName, member: Member | null): void {
  if (operations[name].audience === 'member' && !member)
    throw new Failure('session.missing', { authentication_required: true });
}

function parse<Name extends OperationName>(name: Name, input: unknown): Input<Name> {
  // Fields that the contract does not know are dropped here: nothing a client adds can reach a handler.
  const fit = shapeOf(operations[name].input).fit(input ?? {});
  if (!fit.ok) throw new Failure('input.invalid', {}, fieldErrors(fit.errors));
  refuseBrokenText(fit.value as Record<string, unknown>);
  return fit.value as Input<Name>;
}

// The database cannot keep NUL and a lone surrogate would come back as another character: refused, never changed.
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

function checkAnswer<Name extends OperationName>(name: Name, answer: Output<Name>): Output<Name> {
  const fit = shapeOf(operations[name].output).fit(answer);
  if (!fit.ok) {
    const places = [...fit.errors].map((error) => `${error.instancePath} ${error.keyword}`);
    throw new Error(`the answer of ${name} breaks its contract: ${places.slice(0, 5).join('; ')}`);
  }
  // What a handler answers beyond its contract never leaves the house.
  return fit.value as Output<Name>;
}

/** What is wrong with the house itself, as far as a member is helped by knowing it. */
function codeOfFault({ database }: AppContext, error: unknown): ErrorCode {
  if (isOutOfRoom(error)) {
    noteNoRoom(database, error);
    return 'request.no-room';
  }
  return isOutOfConnections(error) || isAway(error) ? 'request.busy' : 'request.failed';
}

function refusal(
  context: AppContext,
  name: OperationName,
  error: unknown,
  { trace, member }: { trace: string; member: string | undefined },
): { ok: false; status: number; body: ErrorAnswer } {
  const constraint = codeOfConstraint(error);
  const failure = error instanceof Failure ? error : constraint ? new Failure(constraint) : undefined;
  const code: ErrorCode = failure?.code ?? codeOfFault(context, error);
  if (!failure) {
    const err = error as Error & { code?: string; constraint?: string };
    context.log.error(
      {
        trace,
        operation: name,
        err: { message: err.message, stack: err.stack, code: err.code, constraint: err.constraint },
      },
      'an operation failed',
    );
  } else {
    // Exactly one line a refusal; what is denied for want of rights has a name of its own for those who watch.
    const event = errors[code] === 403 ? 'access.denied' : 'refused';
    context.log.info({ event, operation: name, code, member, ...failure.note }, 'refused');
  }
  const say = context.sentences.in('en');
  const first = failure?.fields ? Object.values(failure.fields)[0] : undefined;
  const message = say(`errors.${first ?? code}`, failure?.values);
  return {
    ok: false,
    status: errors[code],
    body: {
      error: code,
      message,
      ...failure?.values,
      ...(failure?.fields ? { fields: failure.fields } : {}),
      ...(failure ? {} : { trace }),
    },
  };
}
