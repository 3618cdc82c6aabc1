import Type from 'typebox';

import { Id } from './platform/common.ts';
import { messageSeqMax } from './chat/limits.ts';
import { type OperationInput, type Operation, defineOperation } from './platform/operation.ts';

/** Frames that a client may send on the live channel, by `type`. A frame runs like a call but gets no response. */
export const frameOperations = {
  typing: defineOperation({
    summary: 'Tells the other member of a conversation that the caller is typing.',
    source: 'specification, section 6',
    audience: 'member',
    input: Type.Object({ conversation: Id }),
    output: Type.Null(),
    errors: [],
    limit: 'typing',
  }),
  read: defineOperation({
    summary: 'Marks a conversation as read up to `seq`.',
    source: 'specification, section 6',
    audience: 'member',
    input: Type.Object({
      conversation: Id,
      seq: Type.Integer({ minimum: 0, maximum: messageSeqMax }),
    }),
    output: Type.Null(),
    errors: [],
    limit: 'receipt',
  }),
} satisfies Record<string, Operation>;

export type FrameName = keyof typeof frameOperations;
export type FrameInput<Name extends FrameName> = OperationInput<(typeof frameOperations)[Name]>;
