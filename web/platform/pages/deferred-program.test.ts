import { Script } from 'node:vm';

import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';

import { DeferredProgram } from './deferred-program.tsx';

it('a deferred program is inert in a template, and started by an inline script that parses', () => {
  const program = '<link rel="modulepreload" href="/a.js"/><script type="module" async="">import("/b.js");</script>';
  const html = renderToStaticMarkup(createElement(DeferredProgram, { html: program }));
  const [, inert, starter = '('] =
    /^<template id="program">([^]*)<\/template><script>([^]*)<\/script>$/.exec(html) ?? [];
  expect(inert).toBe(program);
  expect(() => new Script(starter)).not.toThrow();
  expect(starter).toContain('"tealight-hydrated"');
});
