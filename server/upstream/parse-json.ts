import { findDeepNesting, MAX_NESTING } from '#contract/json-nesting'

/** The text may be JSON, but is nested deeper than any real data. */
export class NestedTooDeeply extends SyntaxError {
  constructor() {
    super(`Nested deeper than ${MAX_NESTING} levels`)
    this.name = 'NestedTooDeeply'
  }
}

/**
 * `JSON.parse` for untrusted text; its result can safely be traversed recursively.
 * @throws SyntaxError for invalid JSON, including {@link NestedTooDeeply}.
 */
export function parseJson(text: string): unknown {
  if (findDeepNesting(text) >= 0) throw new NestedTooDeeply()
  return JSON.parse(text)
}
