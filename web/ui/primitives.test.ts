import { createElement as h, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Field, TextInput } from './field.tsx';
import { PhotoPlaceholder } from './photo-placeholder.tsx';
import { Photo, hyphenate } from './photo.tsx';

const html = (element: ReactElement) => renderToStaticMarkup(h(MemoryRouter, null, element));
const text = (element: ReactElement) => html(element).replaceAll(/<[^>]*>/g, '|');

describe('a field', () => {
  it('connects its label, its help and its error with the control', () => {
    const control = h(TextInput, { name: 'email' });
    const out = html(h(Field, { label: 'Email', help: 'Never shown.', error: 'Please check.', children: control }));
    const id = /<label for="([^"]+)"/.exec(out)?.[1];
    expect(id).toBeTruthy();
    expect(out).toContain(`id="${id}" aria-describedby="${id}-error ${id}-help" aria-invalid="true"`);
    expect(out).toContain(`<p id="${id}-help"`);
    expect(out).toContain(`<p id="${id}-error"`);
  });

  it('describes nothing and is not invalid without help and error', () => {
    const out = html(h(Field, { label: 'Email', children: h(TextInput) }));
    expect(out).not.toContain('aria-describedby');
    expect(out).not.toContain('aria-invalid="');
  });
});

it('a button submits only if it says so, and says that it is busy, with its focus and the space of both labels', () => {
  expect(html(h(Button, null, 'Go'))).toContain('type="button"');
  expect(html(h(Button, { type: 'submit' }, 'Go'))).toContain('type="submit"');
  const out = html(h(Button, { busy: true, busyLabel: 'Sending' }, 'Send'));
  expect(out).toContain('aria-busy="true"');
  expect(out).not.toContain('disabled=""');
  expect(out).toMatch(/invisible">Send<.*Sending/);
});

it('a badge is capped at 99+, and a placeholder takes the first letter of a name in its own script', () => {
  expect(text(h(Badge, { count: 99 }))).toMatch(/99(?!\+)/);
  expect(text(h(Badge, { count: 100 }))).toContain('99+');
  expect(text(h(PhotoPlaceholder, { name: ' øyvind' }))).toContain('|Ø|');
  expect(text(h(PhotoPlaceholder, { name: '' }))).toBe('||||');
});

describe('a photograph', () => {
  it('divides a name of one long word after a vowel, and no other', () => {
    expect(hyphenate('Maximilianchristoph, 38')).toBe('Maxi\u00admi\u00adlianchristoph, 38');
    expect(hyphenate('Anna Maximiliana, 38')).toBe('Anna Maximiliana, 38');
  });

  it('names its link by the caption unless it has a name of its own', () => {
    const byCaption = html(h(Photo, { src: '/a.webp', to: '/a', caption: 'Noor, 44' }));
    const id = /aria-labelledby="([^"]+)"/.exec(byCaption)?.[1];
    expect(byCaption).toContain(`<div id="${id}"`);
    expect(html(h(Photo, { src: '/a.webp', to: '/a', linkLabel: 'Noor' }))).toContain('aria-label="Noor"');
  });

  it('loads when it comes near, unless it is on the first screen', () => {
    expect(html(h(Photo, { src: '/a.webp' }))).toContain('loading="lazy"');
    expect(html(h(Photo, { src: '/a.webp', eager: true }))).toContain('loading="eager"');
  });
});
