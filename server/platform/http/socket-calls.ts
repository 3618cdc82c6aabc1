import type { WebSocket } from 'ws';

import type { OperationName } from '../../../contract/calls.ts';
import { type CallAnswer, CallFrame } from '../../../contract/frames.ts';
import { operations } from '../../../contract/index.ts';
import { type ErrorBody, type ErrorCode, errors } from '../../../contract/platform/errors.ts';
import type { Operation } from '../../../contract/platform/operation.ts';
import type { AppContext } from '../context.ts';
import { type Dispatch, type DispatchRequest, getShape } from '../dispatch/dispatch.ts';
import { Failure } from '../failure.ts';
import { createTraceId } from '../monitoring/trace.ts';
import { failureBody, getRetryAfter } from './http.ts';

/** The operations that sockets take: those that declare it. */
export const socketOperations = (Object.keys(operations) as OperationName[]).filter(
  (name) => (operations[name] as Operation).overSocket,
);

/** What a socket keeps of its handshake for its calls. */
export interface SocketCaller extends Pick<DispatchRequest, 'host' | 'ip' | 'origin' | 'geoipCountry' | 'visit'> {
  token: string;
}

// Our pages have one call on its way: the outbox sends one message at a time.
const callsAtOnceMax = 16;
// A client that does not read its answers is not asked for more of them.
const unreadMaxBytes = 64 * 1024;

type Answer = Pick<CallAnswer, 'status' | 'body'>;

export interface SocketCalls {
  /** Opens the calls of a socket. Returns the function that takes its frames of the type `call`. */
  open(socket: WebSocket, caller: SocketCaller): (frame: object) => void;
  /** Resolves when no call runs any more. */
  whenDone(): Promise<unknown>;
}

/**
 * Runs calls of sockets through the dispatcher, as HTTP does: every call reads the session, counts for its address and
 * its member, and is answered with the same status and body. The calls of a socket run one after another, in the order
 * of their frames. A frame gets no answer if it has no valid id, if the client has left too many answers unread, or
 * once the socket closes: clients then repeat the call over HTTP, under the same key.
 */
export function createSocketCalls(context: AppContext, dispatch: Dispatch): SocketCalls {
  const running = new Set<Promise<void>>();
  const refuse = (code: ErrorCode, values?: Record<string, unknown>): Answer => {
    return { status: errors[code], body: failureBody(context, code, values) };
  };

  const run = async (frame: object, caller: SocketCaller): Promise<Answer> => {
    const fit = getShape(CallFrame).fit(frame);
    if (!fit.ok) return refuse('request.malformed');
    const { operation: name, input, ...by } = fit.value as CallFrame;
    if (!socketOperations.includes(name)) return refuse('request.not-found');
    try {
      await context.rateLimits.enforceAddress('address', caller.ip);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return refuse(error.code, error.values);
    }
    return dispatch(name, input, toRequest(context, caller, by));
  };

  return {
    open: (socket, caller) => {
      const isOpen = (): boolean => socket.readyState === socket.OPEN;
      const send = (id: number, { status, body }: Answer): void => {
        // The alert on failures reads this count.
        context.metrics.count('responses_total', { status });
        if (!isOpen()) return;
        const wait = status < 400 ? undefined : getRetryAfter(body as ErrorBody & Record<string, unknown>);
        const answer: CallAnswer = {
          type: 'answer',
          id,
          status,
          body,
          ...(wait !== undefined && { retry_after: wait }),
        };
        socket.send(JSON.stringify(answer));
        context.metrics.count('socket_events_total', { type: answer.type });
      };
      let waiting = 0;
      let last = Promise.resolve();
      return (frame) => {
        const { id } = frame as { id?: unknown };
        if (!isOpen() || socket.bufferedAmount > unreadMaxBytes || !isId(id)) return;
        if (waiting >= callsAtOnceMax) return send(id, refuse('request.too-many', { retry_after: 1 }));
        waiting += 1;
        const answering = last
          .then(async () => isOpen() && send(id, await run(frame, caller)))
          .catch((error: unknown) => context.log.error({ err: error }, 'a call over a socket failed'))
          .then(() => {
            waiting -= 1;
            running.delete(answering);
          });
        last = answering;
        running.add(answering);
      };
    },
    whenDone: () => Promise.all(running),
  };
}

function isId(id: unknown): id is number {
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0;
}

/**
 * Returns the request that a frame makes. The account of the session decides about language and country, so no other
 * cookie or header is needed.
 */
function toRequest(
  { sessionCookie }: AppContext,
  { token, ...caller }: SocketCaller,
  { member, client = 'web', hidden = false }: Pick<CallFrame, 'member' | 'client' | 'hidden'>,
): DispatchRequest {
  return {
    ...caller,
    member,
    client,
    hidden,
    cookies: { [sessionCookie]: token },
    acceptedLanguages: undefined,
    trace: createTraceId(),
    setCookie: (name) => {
      throw new Error(`an answer over a socket cannot set the cookie ${name}`);
    },
  };
}
