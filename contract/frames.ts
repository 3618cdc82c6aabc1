import Type, { type Static } from 'typebox';

import type { OperationName } from './calls.ts';
import type { Input, Output } from './index.ts';
import { ConversationId, MemberId } from './platform/common.ts';
import type { ErrorBody } from './platform/errors.ts';
import { messageSeqMax } from './chat/limits.ts';
import { type OperationInput, defineOperation } from './platform/operation.ts';

/** A frame runs like a call but gets no response. */
export const frameOperations = {
  typing: defineOperation({
    summary: 'Tells the other member of a conversation that the caller is typing.',
    source: 'specification, section 6',
    audience: 'member',
    input: Type.Object({ conversation: ConversationId }),
    output: Type.Null(),
    errors: [],
    limit: 'typing',
  }),
  read: defineOperation({
    summary: 'Marks a conversation as read up to `seq`.',
    source: 'specification, section 6',
    audience: 'member',
    input: Type.Object({
      conversation: ConversationId,
      seq: Type.Integer({ minimum: 0, maximum: messageSeqMax }),
    }),
    output: Type.Null(),
    errors: [],
    limit: 'receipt',
  }),
};

export type FrameName = keyof typeof frameOperations;
export type FrameInput<Name extends FrameName> = OperationInput<(typeof frameOperations)[Name]>;

/**
 * A call over the live channel. `id` is the client's own, and comes back with the answer. The other fields are what the
 * path, the body and the headers `x-member`, `x-client-type` and `x-hidden` say over HTTP.
 */
export const CallFrame = Type.Object({
  id: Type.Integer({ minimum: 0 }),
  operation: Type.String(),
  input: Type.Object({}, { additionalProperties: true }),
  member: Type.Optional(MemberId),
  client: Type.Optional(Type.Enum(['web', 'app'])),
  hidden: Type.Optional(Type.Boolean()),
});

/** The frame of a call of one operation, as clients write it. */
export interface CallFrame<Name extends OperationName = OperationName> extends Omit<
  Static<typeof CallFrame>,
  'operation' | 'input'
> {
  operation: Name;
  input: Input<Name>;
}

/** The answer to a call: status and body are those of HTTP, and so are the seconds of `Retry-After`. */
export interface CallAnswer<Name extends OperationName = OperationName> {
  type: 'answer';
  id: number;
  status: number;
  body: Output<Name> | ErrorBody;
  retry_after?: number;
}
