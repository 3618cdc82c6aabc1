export interface TextTerms {
  free_answer: boolean;
  reply_credits: number | null;
  message_credits: number;
}

export function nextTextPrice({ free_answer, reply_credits, message_credits }: TextTerms): number {
  return free_answer ? 0 : (reply_credits ?? message_credits);
}

/** Returns the price of a first reply; without a price of its own, the price of any message. */
export function replyPrice(settings: { reply_credits: number | null; message_credits: number }): number {
  return settings.reply_credits ?? settings.message_credits;
}
