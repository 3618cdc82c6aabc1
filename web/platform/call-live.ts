import type { CallAnswer, CallFrame } from '../../contract/frames.ts';
import type { ErrorBody } from '../../contract/platform/errors.ts';
import { type Call, call, clientHere, failedCall, isHidden } from './call.ts';

// Module state, one per page: it has one live channel. Apart from `live-store.ts`, which every page loads.
let ask: ((call: Omit<CallFrame, 'id'>) => Promise<CallAnswer | undefined>) | undefined;

/** Sets the function that makes calls over the live channel, which provides it while it runs. */
export function setAsk(next: typeof ask): void {
  ask = next;
}

/**
 * Makes a call over the page's socket if it is open and the server takes the operation there. Otherwise, and if there
 * is no answer, makes it over HTTP, so it needs a key: it may have run already. Throws as `call`.
 */
export const callLive: Call = async (name, input, options = {}) => {
  const { member, client = clientHere() } = options;
  const by = { client, hidden: isHidden(), ...(member !== undefined && { member }) };
  const answer = await ask?.({ operation: name, input: (input ?? {}) as never, ...by });
  if (!answer) return call(name, input, options);
  if (answer.status >= 400) throw failedCall(name, answer.status, answer.body as ErrorBody);
  return answer.body as never;
};
