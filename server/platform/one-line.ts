/**
 * A text that anybody typed, as one line without control characters and invisible ones: it can neither begin a line of
 * its own in a list or an e-mail nor steer the terminal that shows it.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}
