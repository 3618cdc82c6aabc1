import { createElement as h } from 'react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { Clock } from './clock.tsx';
import { Field } from './field.tsx';
import { TextInput } from './input.tsx';
import { PhotoPlaceholder } from './photo-placeholder.tsx';
import { Photo } from './photo.tsx';
import { Progress } from './progress.tsx';
import { Tealights } from './tealights.tsx';

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

describe('a button', () => {
  it('is a submit button only when asked to be', () => {
    expect(html(h(Button, null, 'Go'))).toContain('type="button"');
    expect(html(h(Button, { type: 'submit' }, 'Go'))).toContain('type="submit"');
  });

  it('says that it is busy, and keeps the focus and the space of both labels', () => {
    const out = html(h(Button, { busy: true, busyLabel: 'Sending' }, 'Send'));
    expect(out).toContain('aria-busy="true"');
    expect(out).not.toContain('disabled=""');
    expect(out).toMatch(/invisible">Send</);
    expect(out).toContain('Sending');
  });
});

describe('small parts', () => {
  it('caps a badge at 99+', () => {
    expect(text(h(Badge, { count: 99 }))).not.toContain('99+');
    expect(text(h(Badge, { count: 99 }))).toContain('99');
    expect(text(h(Badge, { count: 100 }))).toContain('99+');
  });

  it('counts hours beyond a day and never below zero', () => {
    const units = { hours: 'h', minutes: 'm', seconds: 's' };
    const figures = (seconds: number) => text(h(Clock, { seconds, units, label: 'Ends tomorrow' })).match(/\d+/g);
    expect(figures(90_061.9)).toEqual(['25', '01', '01']);
    expect(figures(-5)).toEqual(['00', '00', '00']);
  });

  it('puts out one tealight for each like that is used', () => {
    const out = html(h(Tealights, { lit: 1, total: 4 }));
    expect(out.match(/fill-primary stroke-primary/g)).toHaveLength(1);
    expect(out.match(/fill-sunken/g)).toHaveLength(3);
  });

  it('shows a progress bar only while something is loading', () => {
    expect(html(h(Progress, { active: false, label: 'Loading' }))).toBe('');
    expect(html(h(Progress, { active: true, label: 'Loading' }))).toContain('aria-label="Loading"');
  });

  it('takes the first letter of a name in its own script', () => {
    expect(text(h(PhotoPlaceholder, { name: ' øyvind' }))).toContain('|Ø|');
    expect(text(h(PhotoPlaceholder, { name: '' }))).toBe('||||');
  });
});

describe('a photograph', () => {
  it('names its link by the caption unless it has a name of its own', () => {
    const byCaption = html(h(Photo, { src: '/a.webp', to: '/a', caption: 'Noor, 44' }));
    const id = /aria-labelledby="([^"]+)"/.exec(byCaption)?.[1];
    expect(byCaption).toContain(`<div id="${id}"`);
    expect(html(h(Photo, { src: '/a.webp', to: '/a', linkLabel: 'Noor' }))).toContain('aria-label="Noor"');
  });

  it('is loaded lazily unless it is the main picture', () => {
    expect(html(h(Photo, { src: '/a.webp' }))).toContain('loading="lazy"');
    expect(html(h(Photo, { src: '/a.webp', eager: true }))).toContain('loading="eager"');
  });
});
