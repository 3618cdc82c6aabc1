import type { AppContext } from '../../context.ts';
import { createBatchQueue } from '../../platform/batch-queue.ts';
import { type KeyedQueue, createKeyedQueue } from '../../platform/keyed-queue.ts';
import { pairOf } from '../lock-pair.ts';
import { sendBatch } from './send-batch.ts';
import type { SendRequest, SentMessage } from './shapes.ts';

// A transaction costs 2 to 3 ms of the database whatever it carries, and 0.2 ms a message: sixteen waiting requests
// pay for a second one beside the first. Small ones would only slow it down, so they wait for up to 100 ms, which is
// longer than a transaction takes on a busy machine.
const limits = { concurrency: 4, maxBatchSize: 64, minBatchSize: 16, maxWaitMs: 100 };

const queues = new WeakMap<AppContext, (request: SendRequest) => Promise<SentMessage>>();

/**
 * Sends a request together with whatever else is waiting, in one transaction that carries each sender and each pair at
 * most once: pairs are the queue's key, and `inTurn` sees to the senders.
 */
export function enqueueSend(context: AppContext, request: SendRequest): Promise<SentMessage> {
  const queue = queues.get(context) ?? createSendQueue(context);
  queues.set(context, queue);
  return queue(request);
}

function createSendQueue(context: AppContext): (request: SendRequest) => Promise<SentMessage> {
  return createBatchQueue<SendRequest, SentMessage>({
    ...limits,
    keyOf: ({ memberId, otherId }) => pairOf(memberId, otherId).join(' '),
    work: (requests) => sendBatch(context, requests),
  });
}

const turns = new WeakMap<AppContext, KeyedQueue>();

/**
 * Runs the tasks of one sender one after the other, in their order of arrival, within this node. The database would
 * make them wait too, but each would hold a connection while it waits: one eager member could take them all.
 */
export function inTurn<T>(context: AppContext, senderId: string, task: () => Promise<T>): Promise<T> {
  const queue = turns.get(context) ?? createKeyedQueue();
  turns.set(context, queue);
  return queue(senderId, task);
}
