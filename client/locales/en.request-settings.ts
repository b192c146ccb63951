/** Texts of the page of what is set about requests. */
export default {
  requestSettings: {
    lead: 'How many books people can request.',
    loading: 'Loading the settings',
    quotas: 'Quotas',
    quotasLead:
      'Each request counts for this many days. Declining it gives it back, and so does withdrawing it before a release is grabbed. Administrators have no limit; a user’s own quota is set under Users.',
    roles: { untrusted: 'Members', trusted: 'Trusted members' },
    saved: 'Saved',
    failed: 'Nothing was saved',
  },
} as const
