/** A guid identifies a release only together with its indexer. */
export const keyOf = (guid: string, indexerId: number): string => `${indexerId} ${guid}`
