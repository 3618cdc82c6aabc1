/** What decides the price of the next text in a conversation, in credits. */
export interface TextTerms {
  /** It is the first answer to a gift. */
  free_answer: boolean;
  /** What it costs as the first answer to somebody who wrote first; null where it is none. */
  reply_credits: number | null;
  message_credits: number;
}

export function nextTextPrice({ free_answer, reply_credits, message_credits }: TextTerms): number {
  return free_answer ? 0 : (reply_credits ?? message_credits);
}

/** The price of a first answer where a site has no own one: that of any message. */
export function replyPrice(settings: { reply_credits: number | null; message_credits: number }): number {
  return settings.reply_credits ?? settings.message_credits;
}
