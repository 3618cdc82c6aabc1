import { isBlank } from '../../contract/platform/text.ts';

/**
 * Turns untrusted text into one line without control and invisible characters: it can neither start a line of its own
 * in a list or an email nor steer the terminal that shows it. Empty if nothing visible is left.
 */
export function oneLine(text: string): string {
  return isBlank(text) ? '' : text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}

/**
 * Makes untrusted text safe for an email to somebody else: mail programs turn addresses into links, and brackets
 * prevent that. An invisible character would not: browsers leave it out of a host's name.
 */
export function unlinked(text: string): string {
  return text.replaceAll(/:(?=\/\/)|@|(?<=[\p{L}\p{N}])[.\u3002\uFF0E\uFF61](?=[\p{L}\p{N}-]*\p{L})/gu, '[$&]');
}
