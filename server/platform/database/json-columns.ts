/** The content of JSON columns by `table.column`, as modules declare it (`server/context.ts`). @public */
export interface JsonColumns {}

/** Unknown where the platform is compiled alone. */
export type JsonColumn<Name extends string> = Name extends keyof JsonColumns ? JsonColumns[Name] : unknown;
