export const quietLink =
  'inline-flex min-h-9 min-w-0 items-center gap-1.5 rounded-pill px-3 font-semibold text-ink-2 transition-colors hover:bg-primary-soft hover:text-on-primary-soft';
