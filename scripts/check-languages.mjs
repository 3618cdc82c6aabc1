// Compares the sentences of all languages with English (keys, placeholders, tags), and looks for missing plural forms,
// untranslated English, and words that `docs/words` avoids. `--write` writes the types of the placeholders.
import { readFileSync, readdirSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { compileMessage } from '@lingui/message-utils/compileMessage';

import { findAvoided, readAvoided } from './lib/avoided-words.mjs';

const languages = ['en', 'nl', 'de', 'it', 'fr', 'es', 'pl', 'da', 'fi', 'nb', 'sv'];
const folder = fileURLToPath(new URL('../locales', import.meta.url));
// Translations that rightly equal English: names, loan words, quoted terms. One `part.key` per line.
const same = new Set(
  readFileSync(join(folder, 'same-as-english.txt'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean),
);
const avoided = new Map(languages.map((language) => [language, avoidedIn(language)]));
const faults = [];
let count = 0;

const values = [];
for (const part of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
  const english = read(part.name, 'en');
  for (const [key, text] of Object.entries(english)) {
    const { names } = readFacts(text, 'en');
    if (names !== '') values.push(`  '${part.name}.${key}': '${names.replaceAll(',', "' | '")}';\n`);
  }
  for (const language of languages) check(part.name, language, english);
}
const types = [
  '// Written by `npm run types:sentences` from the English sentences. Do not edit.\n\n',
  '/** The placeholders of each sentence that has any. */\n',
  `export interface SentenceValues {\n${values.sort().join('')}}\n`,
].join('');
const typesPath = join(folder, 'sentence-values.gen.ts');
if (process.argv.includes('--write')) writeFileSync(typesPath, types);
else if (types !== readFileSync(typesPath, 'utf8')) faults.push('the types are stale: npm run types:sentences');
if (faults.length > 0) {
  process.stderr.write(`${faults.slice(0, 60).join('\n')}\n${faults.length} faults in the sentences.\n`);
  process.exit(1);
}
process.stdout.write(`${count} sentences in ${languages.length} languages, complete.\n`);

function check(part, language, english) {
  const sentences = read(part, language);
  for (const key of Object.keys(sentences))
    if (!(key in english)) faults.push(`${part}/${language}: ${key} is not an English key`);
  for (const [key, original] of Object.entries(english)) {
    const text = sentences[key];
    count += 1;
    if (typeof text !== 'string' || text.trim() === '') {
      faults.push(`${part}/${language}: ${key} is missing`);
      continue;
    }
    let facts;
    try {
      facts = readFacts(text, language);
    } catch (error) {
      faults.push(`${part}/${language}: ${key} does not parse: ${error.message}`);
      continue;
    }
    faults.push(...facts.faults.map((fault) => `${part}/${language}: ${key} ${fault}`));
    for (const { form, instead } of findAvoided(text, avoided.get(language)))
      faults.push(`${part}/${language}: ${key} says “${form}”; better: ${instead}`);
    const expected = readFacts(original, 'en');
    // The country whose law words a sentence (docs/words) is named only where the words differ between countries.
    const needed = expected.names.split(',').filter((name) => name !== 'law' || facts.names.includes('law'));
    if (facts.names !== needed.join(','))
      faults.push(`${part}/${language}: ${key} names {${facts.names}} instead of {${expected.names}}`);
    if (facts.tags !== expected.tags)
      faults.push(`${part}/${language}: ${key} has the tags ${facts.tags} instead of ${expected.tags}`);
    if (language !== 'en' && text === original && isSentence(text) && !same.has(`${part}.${key}`))
      faults.push(`${part}/${language}: ${key} is English`);
  }
}

function read(part, language) {
  const path = join(folder, part, `${language}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

function avoidedIn(language) {
  const path = fileURLToPath(new URL(`../docs/words/${language}.md`, import.meta.url));
  return existsSync(path) ? readAvoided(readFileSync(path, 'utf8')) : [];
}

/** True for two or more words of at least three letters, placeholders aside; shorter texts may equal English. */
function isSentence(text) {
  return (
    text
      .replace(/\{[^{}]*\}/g, '')
      .split(/\s+/)
      .filter((word) => /\p{L}{3,}/u.test(word)).length >= 2
  );
}

function readFacts(text, language) {
  const found = { names: new Set(), tags: new Set(), faults: [] };
  walk(compileMessage(text), found, language);
  for (const [, tag] of text.matchAll(/<\/?(\w+)\/?>/g)) found.tags.add(tag);
  return { names: [...found.names].sort().join(','), tags: [...found.tags].sort().join(','), faults: found.faults };
}

function walk(tokens, found, language) {
  if (!Array.isArray(tokens)) return;
  for (const token of tokens) {
    if (!Array.isArray(token)) continue;
    const [name, kind, forms] = token;
    if (name !== '#') found.names.add(name);
    if (typeof forms !== 'object' || forms === null) continue;
    if (kind === 'plural' || kind === 'selectordinal') {
      const type = kind === 'plural' ? 'cardinal' : 'ordinal';
      const wanted = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
      // French, Italian and Spanish have a plural form for millions, which no count here reaches.
      const missing = wanted.filter((form) => !(form in forms) && !(form === 'many' && language !== 'pl'));
      if (missing.length > 0) found.faults.push(`lacks the plural ${missing.join(', ')}`);
    }
    for (const form of Object.values(forms)) walk(form, found, language);
  }
}
