import { randomUUID } from 'node:crypto';

import type { OperationName } from '../../../contract/calls.ts';
import { chooseLanguage } from '../../../contract/choose-language.ts';
import { type ErrorAnswer, type ErrorCode, errors } from '../../../contract/errors.ts';
import { type Input, type Output, operations } from '../../../contract/index.ts';
import { localeCookieName } from '../../../contract/limits.ts';
import type { Tracking } from '../../../contract/tracking.ts';
import type { AppContext } from '../../context.ts';
import { codeOfConstraint } from '../database/constraints.ts';
import { isUnavailable, isOutOfConnections } from '../database/database.ts';
import { Failure } from '../failure.ts';
import type { Call, Handlers } from '../handler.ts';
import { fieldErrors } from './field-errors.ts';
import { isDiskFull, rememberDiskFull } from '../database/disk-space.ts';
import { type Member, noteSessionUse, readSession } from '../sessions.ts';
import { shapeOf } from './shape.ts';

/** What each entry point (`http.ts`, `pages.ts`, `live.ts`) tells the dispatcher about a request. */
export interface DispatchRequest {
  host: string;
  ip: string;
  origin: string;
  client: 'web' | 'app';
  cookies: Record<string, string | undefined>;
  /** The Accept-Language header. */
  acceptedLanguages: string | undefined;
  geoipCountry: string | null;
  tracking?: Tracking | undefined;
  /** `?domain=` of the page or call; only staff previews and tests use it. */
  domain?: string | undefined;
  setCookie(name: string, value: string | null): void;
}

export type Answer<Name extends OperationName> =
  | { ok: true; status: number; body: Output<Name> }
  | { ok: false; status: number; body: ErrorAnswer };

export type Dispatch = <Name extends OperationName>(
  name: Name,
  input: unknown,
  request: DispatchRequest,
) => Promise<Answer<Name>>;

export interface DispatchOptions {
  handlers: Handlers;
  /** Called for an active member, at most once a minute. */
  noteActivity(memberId: string): Promise<void>;
}

/** The dispatcher, the only way to run an operation: limit → session → audience → parse → run → check the answer. */
export function createDispatch(context: AppContext, options: DispatchOptions): Dispatch {
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

async function openCall(context: AppContext, options: DispatchOptions, request: DispatchRequest): Promise<Call> {
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
  await context.rateLimits.enforce(operations[name].limit, call.member?.id ?? call.ip);
}

function admit(name: OperationName, member: Member | null): void {
  if (operations[name].audience === 'member' && !member)
    throw new Failure('session.missing', { authentication_required: true });
}

function parse<Name extends OperationName>(name: Name, input: unknown): Input<Name> {
  // Fields that the contract does not name are dropped here, so that nothing else reaches a handler.
  const fit = shapeOf(operations[name].input).fit(input ?? {});
  if (!fit.ok) throw new Failure('input.invalid', {}, fieldErrors(fit.errors));
  refuseBrokenText(fit.value as Record<string, unknown>);
  return fit.value as Input<Name>;
}

// PostgreSQL cannot store NUL, and a lone surrogate would come back as another character: both are refused, never changed.
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
    throw new Error(`the answer of ${name} violates its contract: ${places.slice(0, 5).join('; ')}`);
  }
  // Without the fields that the contract does not name: they must never reach a client.
  return fit.value as Output<Name>;
}

/** The code of an unexpected error, as precise as is useful to a member. */
function codeOfFault({ database }: AppContext, error: unknown): ErrorCode {
  if (isDiskFull(error)) {
    rememberDiskFull(database, error);
    return 'request.no-room';
  }
  return isOutOfConnections(error) || isUnavailable(error) ? 'request.busy' : 'request.failed';
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
    // Exactly one line per refusal. Missing rights are logged as an event of their own, for monitoring.
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
