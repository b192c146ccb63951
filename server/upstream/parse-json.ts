import { findDeepNesting, MAX_NESTING } from '#contract/json-nesting'

/** The text may be JSON, but lies deeper than anything real. */
export class NestedTooDeeply extends SyntaxError {
  constructor() {
    super(`Nested deeper than ${MAX_NESTING} levels`)
    this.name = 'NestedTooDeeply'
  }
}

/**
 * `JSON.parse` for texts of others: what comes out can be walked through by recursion.
 * @throws SyntaxError for what is no JSON, {@link NestedTooDeeply} being one.
 */
export function parseJson(text: string): unknown {
  if (findDeepNesting(text) >= 0) throw new NestedTooDeeply()
  return JSON.parse(text)
}
