// The words that a language's sentences avoid: the table under "## Avoided" in `docs/words/<language>.md`.
import { compileMessage } from '@lingui/message-utils/compileMessage';

/** Throws if a pattern does not parse. */
export function readAvoided(markdown) {
  const section = markdown.split(/^## /m).find((part) => /^Avoided\s*$/m.test(part.split('\n', 1)[0])) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => {
    const [form = '', instead = ''] = parseCells(row);
    return { form, instead, pattern: buildPattern(form) };
  });
}

/** Finds the avoided words in an ICU MessageFormat sentence, in any of its plural forms and choices. */
export function findAvoided(text, avoided) {
  const variants = listVariants(compileMessage(text)).map((variant) => variant.replace(/<[^<>]*>/g, ''));
  return avoided.filter(({ pattern }) => variants.some((variant) => pattern.test(variant)));
}

function parseCells(row) {
  const cells = row.replaceAll('\\|', '\u0000').split('|').slice(1, -1);
  return cells.map((cell) => cell.replaceAll('\u0000', '|').trim());
}

function buildPattern(form) {
  const expression = /^\/(.+)\/$/.exec(form)?.[1];
  if (expression) return new RegExp(expression, 'iu');
  if (!form) throw new Error('an avoided word is empty');
  const literal = form.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`);
  return new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}{])${literal}(?![\p{L}\p{M}\p{N}}])`, 'iu');
}

/** Lists every text that a compiled message can become, with placeholders in braces. */
function listVariants(tokens) {
  if (!Array.isArray(tokens)) return [String(tokens)];
  return tokens.reduce((texts, token) => combine(texts, listForms(token)), ['']);
}

function listForms(token) {
  if (!Array.isArray(token)) return [token];
  const [name, , forms] = token;
  return typeof forms === 'object' && forms !== null ? Object.values(forms).flatMap(listVariants) : [`{${name}}`];
}

function combine(texts, forms) {
  return texts.flatMap((text) => forms.map((form) => text + form));
}
