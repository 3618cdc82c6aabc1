import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

import { type OperationName, getEndpoint } from '../../../contract/calls.ts';
import { type FrameName, frameOperations } from '../../../contract/frames.ts';
import { type Output, operations } from '../../../contract/index.ts';
import { chooseCountry } from '../../../contract/platform/choose-country.ts';
import { chooseLanguage } from '../../../contract/platform/choose-language.ts';
import type { ErrorCode } from '../../../contract/platform/errors.ts';
import { countryCookieName, localeCookieName } from '../../../contract/platform/limits.ts';
import type { Operation } from '../../../contract/platform/operation.ts';
import type { AppContext, Visit } from '../context.ts';
import { shareConnection } from '../database/database.ts';
import { Failure } from '../failure.ts';
import type { Call, FrameCall, FrameHandlers, Handlers } from '../handler.ts';
import { getPlainLog } from '../monitoring/log.ts';
import type { Member, Session } from '../session.ts';
import type { Site } from '../site.ts';
import { type SpanContext, inSpan } from '../monitoring/trace.ts';
import { type Refusal, toRefusal, logFault, toFailure, undeclaredCodes } from './refusal.ts';

/** An HTTP request of a call or a page; frames carry less (`createFrameDispatch`). */
export interface DispatchRequest {
  host: string;
  ip: string;
  origin: string;
  member?: string | undefined;
  client: 'web' | 'app';
  /** The call comes from a hidden page, so it is no sign of activity. */
  hidden?: boolean;
  cookies: Record<string, string | undefined>;
  userAgent?: string | undefined;
  acceptedLanguages: string | undefined;
  geoipCountry: string | null;
  visit: Visit;
  /** Leads from the response to the log. */
  trace: string;
  /** The span of the proxy, or of whoever else called. */
  parentSpan?: SpanContext | undefined;
  setCookie(name: string, value: string | null): void;
}

export type CallResponse<Name extends OperationName> = { ok: true; status: number; body: Output<Name> } | Refusal;

/** `input` may be a function, called only when limits, session and audience allow the call. */
export type Dispatch = <Name extends OperationName>(
  name: Name,
  input: unknown,
  request: DispatchRequest,
) => Promise<CallResponse<Name>>;

export interface DispatchOptions {
  handlers: Handlers;
  /** Called when a session is used, at most once a minute; `hidden` if by a hidden page. */
  recordUse(member: Member, hidden: boolean): Promise<void>;
  /** Called for a response with an error that the operation's contract does not declare: a mistake in the contract. */
  onUndeclaredError(operation: OperationName, code: ErrorCode): void;
}

/**
 * Creates the dispatcher, the only way to run an operation: session → operation limit → audience → read → parse → run →
 * check the result. `guard` in `server/program/app.ts` has counted the address. The operation's limit counts per member
 * and therefore needs the session; visitors count per address, and so do members if a limit protects accounts.
 */
export function createDispatch(context: AppContext, options: DispatchOptions): Dispatch {
  return buildDispatch(context, options, (request) => findActiveCaller(context, options, request));
}

/**
 * Creates the dispatcher of one page. Its reads share the caller that the first of them found, so the page reads its
 * session once; those that overlap also share a connection. A call other than a GET, or one that sets or clears the
 * cookie, ends the sharing: it and those after it find the caller for themselves.
 */
export function createPageDispatch(context: AppContext, options: DispatchOptions): Dispatch {
  let shared: { token: string | undefined; caller: Promise<Caller> } | 'ended' | undefined;
  const ownContext = { ...context, database: shareConnection(context.database) };
  const dispatch = buildDispatch(ownContext, options, (request, name) => {
    if (getEndpoint(name).method !== 'GET') shared = 'ended';
    if (shared === 'ended') return findActiveCaller(context, options, request);
    const token = request.cookies[context.sessionCookie];
    if (!shared || shared.token !== token) shared = { token, caller: findActiveCaller(context, options, request) };
    return shared.caller;
  });
  return (name, input, request) => {
    const setCookie: DispatchRequest['setCookie'] = (cookie, value) => {
      shared = 'ended';
      request.setCookie(cookie, value);
    };
    return dispatch(name, input, { ...request, setCookie });
  };
}

type Outcome = 'ok' | 'refused' | 'failed';

type FindCaller = (request: DispatchRequest, name: OperationName) => Promise<Caller>;

function buildDispatch(context: AppContext, options: DispatchOptions, find: FindCaller): Dispatch {
  const run = async <Name extends OperationName>(
    name: Name,
    input: unknown,
    { request, fail }: { request: DispatchRequest; fail(): void },
  ): Promise<CallResponse<Name>> => {
    const { trace } = request;
    const startedAt = performance.now();
    const getElapsed = (): number => performance.now() - startedAt;
    let member: Member | undefined;
    let outcome: Outcome = 'ok';
    try {
      const call = openCall(context, request, await find(request, name));
      member = call.member ?? undefined;
      await context.rateLimits.enforceCall(operations[name].limit, call.ip, member?.id);
      const handler = options.handlers[name] as (input: never, call: Call) => Promise<Output<Name>>;
      const announceChange = (): void => {
        if (call.member && getEndpoint(name).method !== 'GET') context.database.announceChange(call.member.id);
      };
      const body = await runOperation(name, operations[name], handler, input, call).finally(announceChange);
      const status = body === null ? 204 : 200;
      if (Math.random() * context.config.logSample < 1) {
        const facts = {
          event: 'call',
          operation: name,
          status,
          ms: Math.round(getElapsed()),
          trace,
          member: member?.id,
        };
        getPlainLog(context.log).info(facts, 'called');
      }
      return { ok: true, status, body };
    } catch (error) {
      const facts = { ms: Math.round(getElapsed()), trace, member: member?.id };
      const refusal = toRefusal(context, name, error, facts);
      if (refusal.status >= 500) fail();
      outcome = refusal.status < 500 ? 'refused' : 'failed';
      context.metrics.count('refusals_total', { code: refusal.body.error });
      for (const code of undeclaredCodes(operations[name], refusal.body)) options.onUndeclaredError(name, code);
      return { ...refusal, language: member?.language };
    } finally {
      context.metrics.count('calls_total', { operation: name, outcome });
      context.metrics.observe('call_seconds', getElapsed() / 1_000, { operation: name });
    }
  };
  return (name, input, request) =>
    inSpan(name, (fail) => run(name, input, { request, fail }), { kind: 'SERVER', parent: request.parentSpan });
}

/** Finds the caller, and records that their session is used. */
async function findActiveCaller(context: AppContext, options: DispatchOptions, request: DispatchRequest) {
  const caller = await findCaller(context, request);
  if (caller.session?.stale) await options.recordUse(caller.session.member, request.hidden ?? false);
  return caller;
}

function openCall(context: AppContext, request: DispatchRequest, { session, token, site, hostSite }: Caller): Call {
  const { member = null } = session ?? {};
  const { settings } = site;
  const { acceptedLanguages: accepted, geoipCountry: geoip } = request;
  const language = chooseLanguage({
    account: member?.language ?? null,
    cookie: request.cookies[localeCookieName],
    accepted,
    domainLanguage: settings.domain_language,
    locales: settings.locales,
  });
  const chosen = request.cookies[countryCookieName];
  return {
    context,
    site,
    hostSite,
    member,
    language,
    country: member?.country ?? chooseCountry({ chosen, geoip, accepted, language, offered: settings.countries }),
    ip: request.ip,
    origin: request.origin,
    client: request.client,
    userAgent: request.userAgent,
    geoipCountry: request.geoipCountry,
    visit: request.visit,
    session: {
      token,
      hasEnded: () => context.isSessionEnded(token),
      set: (fresh) => request.setCookie(context.sessionCookie, fresh),
      clear: () => request.setCookie(context.sessionCookie, null),
    },
    log: context.log,
  };
}

/** Runs the operation of a frame for the member of a socket. Never rejects: frames have no response. */
export type DispatchFrame = (name: FrameName, input: unknown, memberId: MemberId) => Promise<void>;

/**
 * Creates the dispatcher of frames: operation limit → audience → parse → run → check. Reading the session for every
 * frame would be a thousand reads a second: the socket's session is read at the handshake, every 30 s and at every
 * logout (`live.ts`). A frame can do no more than what its handler checks. Limits count in memory, so a refused frame
 * costs no query.
 */
export function createFrameDispatch(context: AppContext, handlers: FrameHandlers): DispatchFrame {
  return async (name, input, memberId) => {
    let outcome: Outcome = 'ok';
    try {
      const operation = frameOperations[name];
      await context.rateLimits.enforce(operation.limit, memberId);
      const handler = handlers[name] as (input: unknown, call: FrameCall) => Promise<null>;
      await runOperation(name, operation, handler, input, { context, member: { id: memberId } });
    } catch (error) {
      const failure = toFailure(context, error);
      outcome = failure ? 'refused' : 'failed';
      // Refused frames are not worth a line each: a client can send fifty a second.
      if (failure) context.log.debug({ event: 'refused', operation: name, code: failure.code, member: memberId });
      else logFault(context, name, error);
    } finally {
      context.metrics.count('calls_total', { operation: name, outcome });
    }
  };
}

/** The caller, and the site that decides about their prices, pool and rights. */
interface Caller {
  session: Session | undefined;
  /** The token of the request, valid or not; undefined at a host that is not ours. */
  token: string | undefined;
  /** The member's own site, whatever host they use; for a visitor, the site of the host. */
  site: Site;
  hostSite: Site;
}

/**
 * Finds the caller of a request. Cookies count only at our own hosts. A request in the name of a member has no session
 * when somebody else is logged in: a message that waited in the browser is never sent in their name.
 */
export async function findCaller(
  context: Pick<AppContext, 'sites' | 'readSession' | 'sessionCookie'>,
  request: {
    host: string;
    cookies: Record<string, string | undefined>;
    geoipCountry: string | null;
    member?: string | undefined;
  },
): Promise<Caller> {
  const { host, cookies, geoipCountry } = request;
  const { site, isOurs } = await context.sites.atHost(host, geoipCountry);
  const token = isOurs ? cookies[context.sessionCookie] : undefined;
  const known = await context.readSession(token);
  const session = (request.member ?? known?.member.id) === known?.member.id ? known : undefined;
  const ownSite = session && (await context.sites.ofMember(session.member.site, geoipCountry));
  return { session, token, site: ownSite ?? site, hostSite: site };
}

/** Runs an operation: audience → read → parse → run → check. `input` may be a function. */
async function runOperation<Body, AnyCall extends { member: unknown; session?: Pick<Call['session'], 'hasEnded'> }>(
  name: string,
  definition: Operation,
  handler: (input: never, call: AnyCall) => Promise<Body>,
  input: unknown,
  call: AnyCall,
): Promise<Body> {
  if (definition.audience === 'member' && !call.member) {
    const isEnded = await call.session?.hasEnded();
    throw new Failure('session.missing', { authentication_required: true, ...(isEnded && { session_ended: true }) });
  }
  const parsed = parseInput(definition, typeof input === 'function' ? await (input as () => unknown)() : input);
  return checkResult(name, definition, await handler(parsed as never, call));
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

function checkResult<Body>(name: string, definition: Operation, result: Body): Body {
  const fit = getShape(definition.output).fit(result);
  if (!fit.ok) {
    const places = [...fit.errors].map((error) => `${error.instancePath} ${error.keyword}`);
    throw new Error(`the result of ${name} violates its contract: ${places.slice(0, 5).join('; ')}`);
  }
  // Drops the fields that the contract does not name: they must never reach a client.
  return fit.value as Body;
}

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: unknown;
}

const codes: Record<string, ErrorCode> = {
  required: 'field.missing',
  minLength: 'field.too-short',
  minItems: 'field.too-short',
  maxLength: 'field.too-long',
  maxItems: 'field.too-many',
  minimum: 'field.out-of-range',
  maximum: 'field.out-of-range',
};

/** Returns one code per top-level field that is not as the schema says. */
function fieldErrors(found: Iterable<SchemaError>): Record<string, ErrorCode> {
  const fields: Record<string, ErrorCode> = {};
  for (const { keyword, instancePath, params } of found) {
    const missing = (params as { requiredProperties?: string[] }).requiredProperties;
    const names = keyword === 'required' && missing ? missing : [instancePath.split('/')[1] ?? ''];
    for (const name of names.filter((value) => value !== '')) fields[name] ??= codes[keyword] ?? 'field.invalid';
  }
  return fields;
}

type SchemaErrors = ReturnType<ReturnType<typeof Compile>['Errors']>;

interface Shape {
  /** The value without fields that the schema does not name, or its errors. */
  fit(value: unknown): { ok: true; value: unknown } | { ok: false; errors: SchemaErrors };
}

const shapes = new WeakMap<TSchema, Shape>();

export function getShape(schema: TSchema): Shape {
  const known = shapes.get(schema);
  if (known) return known;
  const exact = Compile(forbidUnknownFields(schema) as TSchema);
  const lenient = Compile(schema);
  const shape: Shape = {
    fit: (value) => {
      // Cleaning interprets the schema each time, 0.2 ms for a message; most values have nothing to remove.
      if (exact.Check(value)) return { ok: true, value };
      const cleaned = Value.Clean(schema, value);
      return lenient.Check(cleaned) ? { ok: true, value: cleaned } : { ok: false, errors: lenient.Errors(cleaned) };
    },
  };
  shapes.set(schema, shape);
  return shape;
}

/** Returns a copy of the schema that forbids unknown fields in every object. */
function forbidUnknownFields(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(forbidUnknownFields);
  // Refinements are stored in non-enumerable properties, so these are also copied.
  const copy = Object.create(null, Object.getOwnPropertyDescriptors(schema)) as Record<string, unknown>;
  for (const [key, value] of Object.entries(schema)) copy[key] = forbidUnknownFields(value);
  if (copy['type'] === 'object' && copy['properties']) copy['additionalProperties'] ??= false;
  return copy;
}
