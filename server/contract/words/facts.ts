/** The text name of a fact: the same on both sides of a title. */
export const factName = (fact: string): string => fact.replace(/^(?:before|after)-/, '')
