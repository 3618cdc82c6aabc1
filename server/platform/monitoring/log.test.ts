import { EventEmitter } from 'node:events';

import { describe, expect, it, vi } from 'vitest';

import { createLog, logProcess } from './log.ts';

function open(level = 'info') {
  const written: string[] = [];
  const writers = {
    console: { debug: vi.fn(), error: vi.fn(), info: vi.fn(), log: vi.fn(), trace: vi.fn(), warn: vi.fn() },
    process: Object.assign(new EventEmitter(), { exit: vi.fn() }),
  };
  const printed = vi.fn();
  writers.process.on('warning', printed);
  logProcess(createLog(level, { write: (line: string) => void written.push(line) }), writers);
  const lines = (): object[] =>
    written
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
  return { ...writers, printed, lines };
}

describe('the log of the process', () => {
  it('contains console output of libraries from its level on, one line per call, without query strings', () => {
    const { console, lines } = open();
    console.error(new TypeError('no\nway'), 'more');
    console.warn('Uncompiled message:\n\n> %s', 'common.brand');
    console.log({ a: [1] }, '/page?token=secret');
    expect(lines()).toEqual([
      expect.objectContaining({ level: 50, err: expect.objectContaining({ name: 'TypeError', message: 'no\nway' }) }),
      expect.objectContaining({ level: 40, err: 'Uncompiled message:\n\n> common.brand' }),
      expect.objectContaining({ level: 30, err: '{ a: [ 1 ] } /page?[removed]' }),
    ]);
    const quiet = open('warn');
    quiet.console.log('loaded');
    quiet.console.warn('deprecated');
    expect(quiet.lines()).toEqual([expect.objectContaining({ level: 40, err: 'deprecated' })]);
  });

  it('contains the warnings of Node, which prints none, and the error that ends the process', () => {
    const { process, printed, lines } = open();
    process.emit('warning', new Error('deprecated'));
    process.emit('uncaughtException', new Error('gone'));
    expect(lines()).toEqual([
      expect.objectContaining({ level: 40, err: expect.objectContaining({ message: 'deprecated' }) }),
      expect.objectContaining({ level: 60, err: expect.objectContaining({ message: 'gone' }) }),
    ]);
    expect(printed).not.toHaveBeenCalled();
    expect(process.exit).toHaveBeenCalledWith(1);
  });
});
