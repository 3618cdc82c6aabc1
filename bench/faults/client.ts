import { setTimeout as wait } from 'node:timers/promises';

import { sessionCookieName } from '../../contract/accounts/limits.ts';
import { getEndpoint, type OperationName } from '../../contract/calls.ts';
import type { ChatEntry } from '../../contract/chat/operations.ts';
import type { Input, Output } from '../../contract/index.ts';
import type { ErrorBody } from '../../contract/platform/errors.ts';

/** The result of a call as the client knows it. Without a response, the call may still have succeeded. */
export type Outcome<Name extends OperationName> =
  | { known: true; ok: true; body: Output<Name>; token: string | undefined }
  | { known: true; ok: false; status: number; code: string }
  | { known: false; why: string };

interface CallOptions {
  token?: string | undefined;
  hangUpMs?: number | undefined;
}

const timeoutMs = 15_000;

/** Calls once, as a browser does. Never throws: a failed connection is an unknown outcome. */
export async function callOnce<Name extends OperationName>(
  address: string,
  name: Name,
  input: Partial<Input<Name>> | object,
  { token, hangUpMs }: CallOptions = {},
): Promise<Outcome<Name>> {
  const { method, path } = getEndpoint(name);
  const fields = Object.entries(input).map(([key, value]) => [key, String(value)]);
  const query = method === 'GET' && fields.length > 0 ? `?${new URLSearchParams(fields)}` : '';
  try {
    const answer = await fetch(`http://${address}${path}${query}`, {
      method,
      headers: {
        'x-client-type': 'web',
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { cookie: `${sessionCookieName}=${token}` }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(hangUpMs ?? limitMs(timeoutMs)),
    });
    const text = await answer.text();
    const body = (text === '' ? null : JSON.parse(text)) as Output<Name> & ErrorBody;
    if (answer.ok) return { known: true, ok: true, body, token: tokenIn(answer.headers) };
    const code: string = body?.error;
    // After a 5xx a client cannot know whether the call took effect; after `request.too-many` it calls again later.
    const open = (answer.status >= 500 && code !== 'payment.provider') || code === 'request.too-many';
    if (open) return { known: false, why: `${answer.status} ${code}` };
    return { known: true, ok: false, status: answer.status, code };
  } catch (error) {
    return { known: false, why: (error as Error).message };
  }
}

function tokenIn(headers: Headers): string | undefined {
  const prefix = `${sessionCookieName}=`;
  const cookie = headers.getSetCookie().find((line) => line.startsWith(prefix));
  return cookie?.slice(prefix.length).split(';')[0];
}

export async function listAllChats(address: string, options: CallOptions): Promise<Outcome<'listChats'>> {
  const chats: ChatEntry[] = [];
  for (let before: string | undefined; ;) {
    const page = await callOnce(address, 'listChats', before === undefined ? {} : { before }, options);
    if (!page.known || !page.ok) return page;
    chats.push(...page.body.chats);
    if (page.body.before === null) return { ...page, body: { ...page.body, chats } };
    before = page.body.before;
  }
}

/** A known outcome, and the number of attempts that it took. */
export type CallOutcome<Name extends OperationName> = Extract<Outcome<Name>, { known: true }> & { attempts: number };

interface Patience {
  /** A minute by default. */
  deadlineMs?: number;
  /** Told of the reason if the deadline passes. */
  onUnknown?(why: string): void;
}

/** Repeats a call while its outcome is unknown, as clients do. Undefined if the deadline passed. */
export async function persist<Name extends OperationName>(
  once: () => Promise<Outcome<Name>>,
  { deadlineMs = limitMs(60_000), onUnknown }: Patience = {},
): Promise<CallOutcome<Name> | undefined> {
  const end = Date.now() + deadlineMs;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await once();
    if (outcome.known) return { ...outcome, attempts: attempt };
    if (Date.now() > end) {
      onUnknown?.(outcome.why);
      return undefined;
    }
    await wait(Math.min(400, 25 * 2 ** attempt));
  }
}

/** Calls until the outcome is known, without a member's own aborts. */
export function call<Name extends OperationName>(
  address: string,
  name: Name,
  input: Partial<Input<Name>> | object,
  options: CallOptions & Patience,
): Promise<CallOutcome<Name> | undefined> {
  return persist(() => callOnce(address, name, input, options), options);
}

let factor = 1;

/** Multiplies every real-time limit, for slow machines. */
export function setPatience(times: number): void {
  factor = times;
}

/** Returns a real-time limit in milliseconds, scaled by the patience. */
export function limitMs(milliseconds: number): number {
  return milliseconds * factor;
}
