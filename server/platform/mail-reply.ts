import {
  absentWithin,
  absentWords,
  addressWords,
  closedWords,
  passingWords,
  policyStatus,
  refusedWords,
  type ReplyMeaning,
  statusMeanings,
  unknownWords,
} from './mail-reply.data.ts';

/** A mail server's answer about an email: its reply code such as 550, a status such as 5.1.1, and words. */
export interface Reply {
  code: string;
  status: string;
  text: string;
}

/** Finds code and status in the words of a reply. Numbers that are part of an IP address or a version are neither. */
export function readReply(text: string): Reply {
  return {
    code: /(?<![\w.])[45][0-5]\d(?=[ ,-])/.exec(text)?.[0] ?? '',
    status: /(?<![\d.])[245]\.[0-7]\.\d{1,3}(?!\.?\d)/.exec(text)?.[0] ?? '',
    text,
  };
}

function says(words: readonly RegExp[], text: string): boolean {
  return words.some((pattern) => pattern.test(text));
}

/** True if the words describe a failure that may pass. */
export function passes(text: string): boolean {
  return says(passingWords, text);
}

/**
 * Returns what a reply means. Words and statuses about us decide first, since servers send any code with such words;
 * then words and codes for failures that may pass; then the status; then other words.
 */
export function classifyReply({ code, status, text }: Reply): ReplyMeaning {
  const byStatus = statusMeanings.find(([pattern]) => pattern.test(status))?.[1];
  if (byStatus === 'refused' || says(refusedWords, text)) return 'refused';
  const byPolicy = policyStatus.test(status) ? 'refused' : 'soft';
  if ((code || status).startsWith('4') || passes(text)) return byPolicy;
  if (byStatus === 'hard') return 'hard';
  if (closedWords.test(text)) return 'soft';
  return says(unknownWords, text) || saysAbsent(text) ? 'hard' : byPolicy;
}

function saysAbsent(text: string): boolean {
  return [...text.matchAll(addressWords)].some(({ index }) =>
    absentWords.test(text.slice(index, index + absentWithin)),
  );
}
