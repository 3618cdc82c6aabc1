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
} from './reply.data.ts';

/** `code` is like 550, `status` like 5.1.1. */
export interface Reply {
  code: string;
  status: string;
  text: string;
}

/** Reads code and status of a reply. Numbers that are part of an IP address or a version are neither. */
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

export function passes(text: string): boolean {
  return says(passingWords, text);
}

/** Returns the meaning of a reply. Words and statuses about us decide first: servers send any code with them. */
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
