import Type from 'typebox';

import { ConversationId } from './platform/common.ts';
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
