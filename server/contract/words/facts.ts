/** The name of a fact's text, which is the same for both sides of a title. */
export const factName = (fact: string): string => fact.replace(/^(?:before|after)-/, '')
