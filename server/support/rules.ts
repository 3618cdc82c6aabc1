import type { MessageIds } from '../chat/moderate-messages.ts';
import { isId } from '../../contract/platform/id.ts';
import {
  type ComplaintOutcome,
  type ModerationActionKind,
  type ModerationReason,
  moderationActionKinds,
  moderationReasons,
  photoReasons,
} from '../../contract/support/operations.ts';
import { oneLine } from '../platform/text/one-line.ts';

/** A complaint about the abuse of children warns at once. */
export const warnedAfterDays = 3;

/** Bans are shorter than the six months for which reasons are kept. */
export const banDaysMax = 180;

export const messagesBefore = 9;

export function cleanText(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(oneLine)
    .join('\n')
    .trim();
}

export function isDecision(outcome: ComplaintOutcome): boolean {
  return outcome !== 'solved';
}

/** The part of a report's evidence that decisions read; it holds more for staff to see. */
export interface EvidenceContent {
  conversation?: ConversationId;
  message?: MessageId;
  photo?: PhotoId;
  /** False for the other photos of a reported profile. */
  reported?: boolean;
}

export interface WantedModerationAction {
  kind: ModerationActionKind;
  reason: ModerationReason;
  law: string;
  /** Explains the moderation action to the member. Must not reveal who complained. */
  facts: string;
  photoId: PhotoId | undefined;
  message: MessageIds | undefined;
  days: number | undefined;
}

/** Reads what staff typed. `faulty`: it is incomplete or contradicts itself. */
export function readModerationAction({
  action,
  reason,
  law = '',
  facts = '',
  photo,
  days,
  conversation,
  message,
}: Partial<Record<string, string>>): WantedModerationAction | 'unwanted' | 'faulty' {
  if (action === undefined) return 'unwanted';
  const text = cleanText(facts);
  const kind = moderationActionKinds.find((one) => one === action);
  const rule = kind === 'photo' ? photoReasons.find((one) => one === reason) : undefined;
  const named = rule ?? moderationReasons.find((one) => one === reason);
  if (!kind || !named || (!rule && text === '')) return 'faulty';
  if (days !== undefined && (action !== 'ban' || !/^[1-9]\d{0,2}$/.test(days) || Number(days) > banDaysMax))
    return 'faulty';
  if ((reason === 'law') === (oneLine(law) === '')) return 'faulty';
  if (photo !== undefined && !isId<PhotoId>(photo)) return 'faulty';
  if (conversation !== undefined && !isId<ConversationId>(conversation)) return 'faulty';
  if (message !== undefined && !isId<MessageId>(message)) return 'faulty';
  return {
    kind,
    reason: named,
    law: oneLine(law),
    facts: text,
    photoId: photo,
    message:
      conversation === undefined || message === undefined
        ? undefined
        : { conversationId: conversation, messageId: message },
    days: days === undefined ? undefined : Number(days),
  };
}
