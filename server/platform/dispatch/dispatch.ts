import { randomUUID } from 'node:crypto';

import type { OperationName } from '../../../contract/calls.ts';
import { chooseCountry } from '../../../contract/platform/choose-country.ts';
import { chooseLanguage } from '../../../contract/platform/choose-language.ts';
import type { ErrorCode } from '../../../contract/platform/errors.ts';
import { type Output, operations } from '../../../contract/index.ts';
import { countryCookieName, localeCookieName } from '../../../contract/platform/limits.ts';
import type { Tracking } from '../../../contract/sources/tracking.ts';
import type { AppContext } from '../../context.ts';
import type { Call, Handlers } from '../handler.ts';
import type { Member } from '../session.ts';
import { findCaller } from './find-caller.ts';
import { type Refusal, answerFailure, undeclaredCodes } from './refusal.ts';
import { runOperation } from './run-operation.ts';

/** A request, as the entry points `http.ts` and `pages.ts` describe it to the dispatcher. */
export interface DispatchRequest {
  host: string;
  ip: string;
  origin: string;
  /** The member in whose name the call is made, if stated. */
  member?: string | undefined;
  client: 'web' | 'app';
  /** The call comes from a hidden page, so it is no sign of activity. */
  hidden?: boolean;
  cookies: Record<string, string | undefined>;
  userAgent?: string | undefined;
  /** The Accept-Language header. */
  acceptedLanguages: string | undefined;
  geoipCountry: string | null;
  tracking?: Tracking | undefined;
  setCookie(name: string, value: string | null): void;
}

export type Answer<Name extends OperationName> = { ok: true; status: number; body: Output<Name> } | Refusal;

/** `input` may be a function, which is called only when limits, session and audience allow the call. */
export type Dispatch = <Name extends OperationName>(
  name: Name,
  input: unknown,
  request: DispatchRequest,
) => Promise<Answer<Name>>;

export interface DispatchOptions {
  handlers: Handlers;
  /** Called when a session is used, at most once a minute; `hidden` if by a hidden page. */
  recordUse(member: Member, hidden: boolean): Promise<void>;
  /** Called for an answer with an error that the operation's contract does not declare: a mistake in the contract. */
  onUndeclaredError(operation: OperationName, code: ErrorCode): void;
}

/**
 * The dispatcher, the only way to run an operation: session → operation limit → audience → read → parse → run → check
 * the answer. Every request has already counted for its address (`guard` in `server/app.ts`). The limit of the
 * operation counts per member and therefore needs the session; visitors count per address, and so do members if a limit
 * protects accounts.
 */
export function createDispatch(context: AppContext, options: DispatchOptions): Dispatch {
  return async <Name extends OperationName>(name: Name, input: unknown, request: DispatchRequest) => {
    const trace = randomUUID();
    let member: Member | undefined;
    try {
      const call = await openCall(context, options, request);
      member = call.member ?? undefined;
      await context.rateLimits.enforceCall(operations[name].limit, call.ip, member?.id);
      const handler = options.handlers[name] as (input: never, call: Call) => Promise<Output<Name>>;
      const body = await runOperation(name, operations[name], handler, input, call);
      return { ok: true, status: body === null ? 204 : 200, body };
    } catch (error) {
      const refusal = answerFailure(context, name, error, { trace, member: member?.id });
      for (const code of undeclaredCodes(operations[name], refusal.body)) options.onUndeclaredError(name, code);
      return { ...refusal, language: member?.language };
    }
  };
}

async function openCall(context: AppContext, options: DispatchOptions, request: DispatchRequest): Promise<Call> {
  const { session, token, site, hostSite } = await findCaller(context, request);
  if (session?.stale) await options.recordUse(session.member, request.hidden ?? false);
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
    tracking: request.tracking,
    session: {
      token,
      hasEnded: () => context.isSessionEnded(token),
      set: (fresh) => request.setCookie(context.sessionCookie, fresh),
      clear: () => request.setCookie(context.sessionCookie, null),
    },
    log: context.log,
  };
}
