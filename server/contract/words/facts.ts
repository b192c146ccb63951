/** A fact as the words name it: on both sides of a title it means the same. */
export const factName = (fact: string): string => fact.replace(/^(?:before|after)-/, '')
