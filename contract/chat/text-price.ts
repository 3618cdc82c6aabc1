/** The facts that decide the price of the next text in a conversation, in credits. */
export interface TextTerms {
  /** True if the text is the first answer to a gift. */
  free_answer: boolean;
  /** The price if the text is the first answer to a member who wrote first; otherwise null. */
  reply_credits: number | null;
  message_credits: number;
}

export function nextTextPrice({ free_answer, reply_credits, message_credits }: TextTerms): number {
  return free_answer ? 0 : (reply_credits ?? message_credits);
}

/** Returns the price of a first answer; without a price of its own, the price of any message. */
export function replyPrice(settings: { reply_credits: number | null; message_credits: number }): number {
  return settings.reply_credits ?? settings.message_credits;
}
