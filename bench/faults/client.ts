import { setTimeout as wait } from 'node:timers/promises';

import type { ChatEntry } from '../../contract/chat/operations.ts';
import { type OperationName, getEndpoint } from '../../contract/calls.ts';
import type { ErrorAnswer } from '../../contract/platform/errors.ts';
import type { Input, Output } from '../../contract/index.ts';
import { sessionCookieName } from '../../contract/accounts/limits.ts';
import { limitMs } from './patience.ts';

/** The result of a call as the client knows it. Without an answer, the call may still have succeeded. */
export type Outcome<Name extends OperationName> =
  | { known: true; ok: true; body: Output<Name>; token: string | undefined }
  | { known: true; ok: false; status: number; code: string }
  | { known: false; why: string };

export interface CallOptions {
  token?: string | undefined;
  /** Aborts the call after this many milliseconds. */
  hangUpMs?: number | undefined;
}

const timeoutMs = 15_000;

/** Calls an operation once, as a browser does. Never throws: a failed connection is an unknown outcome. */
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
    const body = (text === '' ? null : JSON.parse(text)) as Output<Name> & ErrorAnswer;
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

/** Lists all conversations of a member, with all pages in one answer. */
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

/** The result of a call that was repeated until it was answered. */
export interface Persisted<Name extends OperationName> {
  /** Undefined if the deadline passed without an answer. */
  outcome: Extract<Outcome<Name>, { known: true }> | undefined;
  attempts: number;
  /** The reason why the outcome was unknown, for each earlier attempt. */
  unknown: string[];
}

/** Repeats a call while its outcome is unknown, as clients do, for up to `deadlineMs` (a minute by default). */
export async function persist<Name extends OperationName>(
  once: (attempt: number) => Promise<Outcome<Name>>,
  deadlineMs = limitMs(60_000),
): Promise<Persisted<Name>> {
  const end = Date.now() + deadlineMs;
  const unknown: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await once(attempt);
    if (outcome.known) return { outcome, attempts: attempt, unknown };
    unknown.push(outcome.why);
    if (Date.now() > end) return { outcome: undefined, attempts: attempt, unknown };
    await wait(Math.min(400, 25 * 2 ** attempt));
  }
}
