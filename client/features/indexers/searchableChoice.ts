/** The setting whose numbers are those of Prowlarr's indexers: no one should have to know them. */
export const CHOICE = 'prowlarr_indexers'
