/** The setting that contains the ids of Prowlarr's indexers, which no one should have to know. */
export const CHOICE = 'prowlarr_indexers'
