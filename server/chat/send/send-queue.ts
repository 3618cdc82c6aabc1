import type { AppContext } from '../../context.ts';
import { createBatchQueue } from '../../platform/batch-queue.ts';
import { type KeyedQueue, createKeyedQueue } from '../../platform/keyed-queue.ts';
import { toPair } from '../lock-pair.ts';
import { sendBatch } from './send-batch.ts';
import type { SendRequest, SentMessage } from './shapes.ts';

// A transaction costs 2 to 3 ms of database time plus 0.2 ms per message, so a second concurrent one pays off from
// sixteen waiting requests. Smaller batches wait for up to 100 ms, longer than a transaction takes on a busy machine.
const limits = { concurrency: 4, maxBatchSize: 64, minBatchSize: 16, maxWaitMs: 100 };

const queues = new WeakMap<AppContext, (request: SendRequest) => Promise<SentMessage>>();

/**
 * Sends a request together with others that wait, in one transaction that has each sender and each pair at most once:
 * the pair is the queue's key, and `inTurn` separates the requests of one sender.
 */
export function enqueueSend(context: AppContext, request: SendRequest): Promise<SentMessage> {
  const queue = queues.get(context) ?? createSendQueue(context);
  queues.set(context, queue);
  return queue(request);
}

function createSendQueue(context: AppContext): (request: SendRequest) => Promise<SentMessage> {
  return createBatchQueue<SendRequest, SentMessage>({
    ...limits,
    keyOf: ({ memberId, otherId }) => toPair(memberId, otherId).join(' '),
    work: (requests) => sendBatch(context, requests),
  });
}

const turns = new WeakMap<AppContext, KeyedQueue>();

/** Runs one sender's tasks in order, one at a time per node. Waiting in the database would hold a connection each. */
export function inTurn<T>(context: AppContext, senderId: string, task: () => Promise<T>): Promise<T> {
  const queue = turns.get(context) ?? createKeyedQueue();
  turns.set(context, queue);
  return queue(senderId, task);
}
