/** `module.ts` of each module; only tests import them. */
export interface WebModule {
  /** Other modules may import these files; everything else in a module is internal. */
  public: readonly string[];
}
