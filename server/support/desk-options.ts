import { isId } from '../../contract/platform/id.ts';
import {
  type MeasureGround,
  type MeasureKind,
  measureGrounds,
  measureKinds,
  photoGrounds,
} from '../../contract/support/operations.ts';
import { oneLine } from '../platform/one-line.ts';
import { banDaysMax, cleanText } from './rules.ts';
import type { WantedMeasure } from './take-measure.ts';

const names = [
  'save',
  'measure',
  'ground',
  'law',
  'facts',
  'photo',
  'member',
  'decision',
  'days',
  'conversation',
  'message',
] as const;

/** The options of a desk command, each with its value. */
export type Options = Partial<Record<(typeof names)[number], string>>;

/** Splits a command into words and options, which may stand anywhere. */
export function readOptions(given: readonly string[]): Options & { words: string[] } {
  const options: Options & { words: string[] } = { words: [] };
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at] ?? '';
    const name = names.find((one) => word === `--${one}`);
    if (name) options[name] = given[(at += 1)] ?? '';
    else options.words.push(word);
  }
  return options;
}

/** Reads the measure from options: null without any, undefined if they are incomplete or invalid. */
export function readMeasure({
  measure,
  ground,
  law = '',
  facts = '',
  photo,
  days,
  conversation,
  message,
}: Options): WantedMeasure | null | undefined {
  if (measure === undefined) return null;
  const text = cleanText(facts);
  const isRule = measure === 'photo' && isOneOf(photoGrounds, ground);
  const isWhole = isOneOf(measureKinds, measure) && (isRule || (isOneOf(measureGrounds, ground) && text !== ''));
  if (days !== undefined && (measure !== 'ban' || !/^[1-9]\d{0,2}$/.test(days) || Number(days) > banDaysMax))
    return undefined;
  if (!isWhole || (ground === 'law') === (oneLine(law) === '')) return undefined;
  if ([photo, conversation, message].some((id) => id !== undefined && !isId(id))) return undefined;
  return {
    kind: measure as MeasureKind,
    ground: ground as MeasureGround,
    law: oneLine(law),
    facts: text,
    photoId: photo,
    message:
      conversation === undefined || message === undefined
        ? undefined
        : { conversationId: conversation, messageId: message },
    days: days === undefined ? undefined : Number(days),
  };
}

/** Describes a measure for the record of acts. */
export function formatMeasure(measure: WantedMeasure | null): string {
  return measure
    ? [measure.kind, measure.ground, measure.photoId, measure.days && `${measure.days} days`].filter(Boolean).join(' ')
    : '';
}

function isOneOf(list: readonly string[], word: string | undefined): boolean {
  return word !== undefined && list.includes(word);
}
