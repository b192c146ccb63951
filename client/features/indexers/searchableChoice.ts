/** The setting whose numbers are those of Prowlarr's indexers: nobody should have to know them. */
export const CHOICE = 'prowlarr_indexers'
