import { type FrameName, frameOperations } from '../../../contract/frames.ts';
import type { AppContext } from '../../context.ts';
import type { FrameCall, FrameHandlers } from '../handler.ts';
import { toFailure, logFault } from './refusal.ts';
import { runOperation } from './run-operation.ts';

/** Runs the operation of a frame for the member of a socket. Never rejects: frames have no answer. */
export type DispatchFrame = (name: FrameName, input: unknown, memberId: string) => Promise<void>;

/**
 * The dispatcher for frames of the live channel: operation limit → audience → parse → run → check, with the same steps
 * as a call. The session is not read for every frame, which would be a thousand reads a second under load: a socket
 * exists only for a member whose session was read at the handshake, is read again every 30 s and at every logout, and
 * closes when it has ended (`live.ts`). A frame can do no more than what its handler checks for the member anyway. The
 * limits count in memory, so that a malformed or excessive frame is refused without touching the database.
 */
export function createFrameDispatch(context: AppContext, handlers: FrameHandlers): DispatchFrame {
  return async (name, input, memberId) => {
    try {
      const operation = frameOperations[name];
      await context.rateLimits.enforce(operation.limit, memberId);
      const handler = handlers[name] as (input: unknown, call: FrameCall) => Promise<null>;
      await runOperation(name, operation, handler, input, { context, member: { id: memberId } });
    } catch (error) {
      const failure = toFailure(error);
      // Refused frames are not worth a line each: a client can send fifty a second.
      if (failure) context.log.debug({ event: 'refused', operation: name, code: failure.code, member: memberId });
      else logFault(context, name, error);
    }
  };
}
