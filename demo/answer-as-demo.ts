import { setTimeout as pause } from 'node:timers/promises';

import { isLanguage } from '../contract/languages.ts';
import { markRead } from '../server/chat/read/mark-read.ts';
import { noteTyping } from '../server/chat/read/note-typing.ts';
import { sendAsHouse } from '../server/chat/send/send-as-operator.ts';
import type { AppContext } from '../server/context.ts';
import { noteActivity } from '../server/members/note-activity.ts';
import type { JobPayloads } from '../server/platform/jobs/jobs.ts';
import { composeAnswer } from './answer.ts';
import { castMember } from './cast.ts';
import { findLetter } from './queries.ts';

// Long enough to see the tick and the typing.
const typingMs = 1_200;

/**
 * Lets a demo member answer a message, in the language of whoever wrote it, and say that it is a demo member. The
 * message is read first and typing shows before the answer. A repeated job answers once.
 */
export async function answerAsDemo(
  context: AppContext,
  { conversation_id: conversationId, seq }: JobPayloads['answer-as-demo'],
): Promise<void> {
  const letter = await context.database.first(findLetter, [conversationId, seq]);
  if (!letter) return;
  await noteActivity(context, letter.demo_id);
  await markRead(context, letter.demo_id, conversationId, seq);
  await noteTyping(context, letter.demo_id, conversationId);
  await pause(typingMs);
  const text = composeAnswer({
    language: isLanguage(letter.writer_language) ? letter.writer_language : 'en',
    seed: castMember(letter.demo_email)?.seed ?? letter.demo_id,
    turn: letter.answers + 1,
    text: letter.text,
    kind: letter.kind,
  });
  await sendAsHouse(context, { fromId: letter.demo_id, conversationId, text, answerTo: seq });
}
