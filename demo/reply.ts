import { setTimeout as pause } from 'node:timers/promises';

import { isLanguage } from '../contract/platform/languages.ts';
import { markRead, publishTyping } from '../server/chat/read/activity.ts';
import { sendAsOperator } from '../server/chat/send/send-as-operator.ts';
import type { AppContext, FictionalReply } from '../server/context.ts';
import { recordActivity } from '../server/members/write-profile.ts';
import { composeAnswer } from './answer.ts';
import { castMember } from './cast.ts';
import { findMessage } from './queries.ts';

// Long enough to notice the read mark and the typing indicator.
const typingMs = 1_200;

/** Marks the message as read and shows typing before the reply. A repeated job replies only once. */
export async function replyAsDemoMember(
  context: AppContext,
  { conversation_id: conversationId, seq }: FictionalReply,
): Promise<void> {
  const message = await context.database.first(findMessage, { conversationId, seq });
  if (!message || message.kind === 'goodbye') return;
  await recordActivity(context, message.demo_id);
  await markRead(context, message.demo_id, conversationId, seq);
  await publishTyping(context, message.demo_id, conversationId);
  await pause(typingMs);
  const text = composeAnswer({
    language: isLanguage(message.sender_language) ? message.sender_language : 'en',
    seed: castMember(message.demo_email)?.seed ?? message.demo_id,
    turn: message.answers + 1,
    text: message.text,
    kind: message.kind,
  });
  await sendAsOperator(context, { fromId: message.demo_id, conversationId, text, answerTo: seq });
}
