import { canPay } from '../../contract/credits/can-pay.ts';
import { idPattern } from '../../contract/platform/id.ts';

const chatPath = new RegExp(`^/members/(${idPattern})/chat(?:$|\\?)`);

/**
 * The member whose chat a visitor continues to after sign-up. The visitor can write the first message while signing
 * up (specification, section 3: signup form draft).
 */
export function parseReceiver(next: string): string | undefined {
  return chatPath.exec(next)?.[1];
}

/** The price of the first message for a new member; null if the welcome credits do not cover it. */
export function firstMessagePrice(
  profile: { message_credits: number; fictional: boolean },
  welcomeCredits: number,
): { kind: 'cost' | 'fictional' | 'free'; credits: number } | null {
  const credits = profile.message_credits;
  if (credits === 0) return { kind: profile.fictional ? 'fictional' : 'free', credits };
  return canPay(welcomeCredits, credits) ? { kind: 'cost', credits } : null;
}
