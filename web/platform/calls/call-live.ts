import type { CallAnswer, CallFrame } from '../../../contract/frames.ts';
import type { ErrorBody } from '../../../contract/platform/errors.ts';
import { type Call, call, clientHere, failedCall, isHidden } from './call.ts';

// Module state, one per page: it has one live channel. Apart from `live-store.ts`, which every page loads.
let ask: ((call: Omit<CallFrame, 'id'>) => Promise<CallAnswer | undefined>) | undefined;

/** Sets the function that makes calls over the live channel, which provides it while it runs. */
export function setAsk(next: typeof ask): void {
  ask = next;
}

/**
 * Makes a call over the page's socket if it is open and the server takes the operation there. Otherwise, and if there
 * is no answer or no session, makes it over HTTP, so it needs a key: it may have run already. Throws as `call`.
 */
export const callLive: Call = async (name, input, options = {}) => {
  const { member, client = clientHere() } = options;
  const by = { client, hidden: isHidden(), ...(member !== undefined && { member }) };
  const answer = await ask?.({ operation: name, input: (input ?? {}) as never, ...by });
  // The socket may have the token of a session that another tab has renewed; the cookie has the new one.
  const isRefused = (answer?.body as Partial<ErrorBody> | null | undefined)?.authentication_required === true;
  if (!answer || isRefused) return call(name, input, options);
  if (answer.status >= 400) throw failedCall(name, answer.status, answer.body as ErrorBody);
  return answer.body as never;
};
