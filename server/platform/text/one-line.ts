import { isBlank } from '../../../contract/platform/text.ts';

/** Makes a text one line, which can neither pose as another nor steer a terminal. Empty if nothing visible is left. */
export function oneLine(text: string): string {
  return isBlank(text) ? '' : text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}

/**
 * Puts brackets where mail programs would make a link; browsers would drop an invisible character from a host's name.
 */
export function breakLinks(text: string): string {
  return text.replaceAll(/:(?=\/\/)|@|(?<=[\p{L}\p{N}])[.\u3002\uFF0E\uFF61](?=[\p{L}\p{N}-]*\p{L})/gu, '[$&]');
}
