import { type OperationName, type ScriptCall, getEndpoint } from '../../../contract/calls.ts';
import type { Input, Output } from '../../../contract/index.ts';
import { backoffMs, longestBackoffMs } from '../../../contract/platform/backoff.ts';
import type { ErrorBody, ErrorCode } from '../../../contract/platform/errors.ts';
import { readRetriesMax } from '../../../contract/platform/limits.ts';
import { sourceHeader } from '../../../contract/sources/tracking.ts';
import { addQuery } from '../pages/route-table.ts';

/** A refused or failed call: the code, its values and, for invalid input, the code of each field. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }

  get code(): ErrorCode {
    return this.body.error;
  }
}

/** Throws a CallError if refused, another error without a readable response. Browsers know only the scripts' calls. */
export type Call<Known extends OperationName = ScriptCall> = <Name extends Known>(
  name: Name,
  input?: Input<Name>,
  options?: CallOptions,
) => Promise<Output<Name>>;

interface CallOptions {
  signal?: AbortSignal | undefined;
  keepalive?: boolean;
  /** The member on whose behalf the call is made: refused as without a login if another member is logged in. */
  member?: MemberId;
  /** The client to report if it is not this page's own. */
  client?: Client | undefined;
}

export type Client = 'app' | 'web';

// Module state, one per page: calls are made outside of React, and the handler needs modules that import this one.
let sessionLost: () => void = () => undefined;

export function onSessionLost(handler: () => void): void {
  sessionLost = handler;
}

export function isInstalled(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(display-mode: standalone)').matches;
}

export const clientHere = (): Client => (isInstalled() ? 'app' : 'web');

/** True if the page is hidden: its requests are then not the member's doing. The service worker is always hidden. */
export function isHidden(): boolean {
  return typeof document !== 'object' || document.visibilityState === 'hidden';
}

/** Operations whose results some sites restrict to visitors with a traffic source. */
const dependsOnSource: readonly ScriptCall[] = ['getProfile', 'listSimilar', 'searchProfiles'];

export const callOverHttp: Call = async (name, input, options = {}) => {
  const { method, path } = getEndpoint(name);
  const hasBody = method !== 'GET';
  const asked = fetch(hasBody ? path : withQuery(path, input), {
    method,
    headers: {
      'x-client-type': options.client ?? clientHere(),
      ...(isHidden() && { 'x-hidden': '1' }),
      ...(landedSource !== '' && dependsOnSource.includes(name) && { [sourceHeader]: landedSource }),
      ...(options.member !== undefined && { 'x-member': options.member }),
      ...(hasBody && !hasFile(input) ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: hasFile(input) ? toForm(input) : JSON.stringify(input ?? {}) } : {}),
    signal: options.signal ?? null,
    keepalive: options.keepalive ?? false,
  });
  const response = await asked.catch(refuseUnread);
  if (response.status === 204) return null as never;
  if (response.ok) return (await response.json().catch(refuseUnread)) as never;
  const body = await response.json().catch(() => ({ error: 'request.error', message: '' }));
  throw failedCall(name, response.status, body as ErrorBody);
};

/**
 * Throws the error of a response that cannot be read. A success response that is no JSON is not ours (cut off, or from
 * a proxy or login page) and counts as none.
 */
function refuseUnread(error: unknown): never {
  if (error instanceof SyntaxError) throw new LoadError('the response cannot be read', { cause: error });
  throw error instanceof TypeError ? new LoadError(error.message, { cause: error }) : error;
}

/** Returns the error of a failed response. Reports a lost session if that is the cause. */
export function failedCall(name: ScriptCall, status: number, body: ErrorBody): CallError {
  // For `getUser` it means that nobody is logged in; for any other call, that the session has ended.
  if (status === 403 && body.authentication_required && name !== 'getUser') sessionLost();
  return new CallError(status, body);
}

/** Reads are retried like those of the query cache. Loaders on the server take `call` from the page context. */
export const call: Call = async (name, input, options) => {
  const isRead = getEndpoint(name).method === 'GET' && name !== 'logOut';
  for (let failures = 0; ; failures += 1) {
    try {
      return await callOverHttp(name, input, options);
    } catch (error) {
      const mayHelp = isRead && navigator.onLine && mayRetry(failures, error);
      if (!mayHelp || options?.signal?.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(failures, error)));
    }
  }
};

/** Retries up to five times (specification, section 7), but not after a refusal or for a very long wait. */
export function mayRetry(failures: number, error: unknown): boolean {
  if (failures >= readRetriesMax) return false;
  if (!(error instanceof CallError)) return !(error instanceof DOMException);
  return error.status >= 500 || (error.status === 429 && askedDelayMs(error) <= longestBackoffMs);
}

/**
 * Computes the delay before a retry: exponential, but at least what a 429 asks for. `failures` counts earlier failures,
 * from 0.
 */
export function retryDelayMs(failures: number, error: unknown): number {
  return Math.max(askedDelayMs(error), backoffMs(failures));
}

function askedDelayMs(error: unknown): number {
  return error instanceof CallError ? Number(error.body['retry_after'] ?? 0) * 1_000 : 0;
}

function withQuery(path: string, input: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {}))
    if (value !== undefined && value !== null) query.set(name, String(value));
  return addQuery(path, query.toString());
}

function hasFile(input: unknown): input is Record<string, unknown> {
  return Object.values(input ?? {}).some((value) => value instanceof Blob);
}

function toForm(input: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value instanceof Blob) form.append(name, value, 'photo');
    else if (value !== undefined && value !== null) form.append(name, String(value));
  }
  return form;
}

/** No readable response; a TypeError, like a failed fetch. `scripts/vite-guarded-loads.ts` uses its name. */
export class LoadError extends TypeError {
  override readonly name = 'LoadError';
}

export function isLoadError(error: unknown): boolean {
  return error instanceof Error && error.name === 'LoadError';
}

/** The source in the URL of the first page; '' on the server and in workers. Later routes of the app lack it. */
export const landedSource: string =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['carried'] ?? '');
