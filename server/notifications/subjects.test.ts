import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { languages } from '../../contract/platform/languages.ts';
import { digestKinds } from '../../contract/notifications/notification-rules.ts';
import { letters } from '../letters.ts';

const notices = ['notice', ...digestKinds] as const;

/** Words that a subject must not show on a lock screen or to bystanders. */
const telling =
  /\b(?:sex|erot|dating|dejt|dato|randk|flirt|flört|singl|sinkku|célibat|soltero|match|like|lik|love|liebe|amour|amor|amore|kärlek|kjærlig|kærlig|rakkau|miłoś|liefde|coup de)/i;

it.each(languages)(
  'the subjects of notices in %s reveal neither sender nor content nor the kind of site (MAI-09)',
  (language) => {
    const file = new URL(`../../locales/mail/${language}.json`, import.meta.url);
    const sentences = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    for (const kind of notices) {
      expect(letters[kind]).toBeDefined();
      const subject = sentences[`${kind}.subject`] ?? '';
      expect(subject).not.toBe('');
      expect(subject).not.toMatch(/[{}]/);
      expect(subject).not.toMatch(telling);
    }
  },
);
