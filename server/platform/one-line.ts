import { isBlank } from '../../contract/text.ts';

/**
 * A text that anybody typed, as one line without control characters and invisible ones: it can neither begin a line of
 * its own in a list or an e-mail nor steer the terminal that shows it. Empty if nothing in it leaves ink.
 */
export function oneLine(text: string): string {
  return isBlank(text) ? '' : text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}

/**
 * A text that anybody typed, for an e-mail to somebody else: programs make links of addresses in it, and brackets prevent
 * that. An invisible character would not: browsers leave it out of a host's name.
 */
export function unlinked(text: string): string {
  return text.replaceAll(/:(?=\/\/)|@|(?<=[\p{L}\p{N}])[.\u3002\uFF0E\uFF61](?=[\p{L}\p{N}-]*\p{L})/gu, '[$&]');
}
