import type { OperationName } from '../../contract/calls.ts';
import type { LiveFrame } from '../../contract/events.ts';
import type { CallAnswer, CallFrame } from '../../contract/frames.ts';
import { liveFrameMaxBytes } from '../../contract/platform/limits.ts';

const answerWaitMs = 5_000;
/** UTF-8 has at most three bytes for each unit of a string. */
const frameMaxLength = liveFrameMaxBytes / 3;

/**
 * The calls over this page's socket. It takes none before the server has said which it takes, after a call got no
 * answer in time, and once the socket may be gone, until the server says so again. A call without an answer may have
 * run.
 */
export class LiveCalls {
  readonly #send: (frame: LiveFrame) => boolean;
  #taken: readonly OperationName[] = [];
  #last = 0;
  readonly #waiting = new Map<number, (answer?: CallAnswer) => void>();

  constructor(send: (frame: LiveFrame) => boolean) {
    this.#send = send;
  }

  enable(names: readonly OperationName[] = []): void {
    this.#taken = names;
  }

  /** Ends every call that waits, without an answer. */
  stop(): void {
    this.#taken = [];
    for (const end of this.#waiting.values()) end();
  }

  settle(answer: CallAnswer): void {
    this.#waiting.get(answer.id)?.(answer);
  }

  /** Resolves with undefined if the socket takes no such call or has no answer. */
  ask = async (call: Omit<CallFrame, 'id'>): Promise<CallAnswer | undefined> => {
    const id = (this.#last += 1);
    const frame: LiveFrame = { type: 'call', id, ...call };
    if (!this.#taken.includes(call.operation) || JSON.stringify(frame).length > frameMaxLength) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.stop(), answerWaitMs);
      this.#waiting.set(id, (answer) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(answer);
      });
      if (!this.#send(frame)) this.stop();
    });
  };
}
