/** `module.ts` of each module; only tests import them. */
export interface WebModule {
  /** Other modules may import these files; everything else in a module is internal. */
  public: readonly string[];
  /** Modules that import this one and are imported by it, each with the reason; one of the two names the other. */
  mutual?: Readonly<Record<string, string>>;
}
