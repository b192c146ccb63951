/** Why no book can be looked for, for administrators. */
export const SEARCH_ISSUE_WORDS = {
  off: 'Prowlarr is turned off. Turn it on in the indexer settings.',
  both: 'Prowlarr has no address and no API key. Enter both in the indexer settings.',
  address: 'Prowlarr has no address. Enter it in the indexer settings.',
  key: 'Prowlarr has no API key. Enter it in the indexer settings.',
} as const

/** What is wrong with the installation, and how to mend it. */
export const NOTICE_WORDS = {
  untrusted_proxy:
    'Requests arrive through a proxy at {address} that this server does not trust. It cannot tell people’s addresses apart or see whether they use https.',
  trust_proxy: 'If the proxy is yours, add its address to {variable} and restart.',
} as const
