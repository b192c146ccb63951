/** Texts of the page of what is set about requests. */
export default {
  requestSettings: {
    lead: 'How many books people can request, and what needs your approval.',
    loading: 'Loading the settings',
    quotas: 'Quotas',
    quotasLead:
      'Each request counts for this many days. Declining it gives it back, and so does withdrawing it before a release is grabbed. Administrators have no limit; a user’s own quota is set under Users.',
    roles: { untrusted: 'Members', trusted: 'Trusted members' },
    approval: 'Approval',
    approvalLead: 'A request that nothing here approves waits for an administrator.',
    approveRole: {
      untrusted: 'Approve all requests from members',
      trusted: 'Approve all requests from trusted members',
    },
    rules: 'Rules',
    rulesLead:
      'A rule approves a request when all of its conditions hold. One rule is enough, in any order. A detail that the catalogue does not give never meets a condition, and a book that was declined always waits for approval.',
    rule: 'Rule {n}',
    ruleName: 'Name',
    ruleNameHint: 'The activity of a book says which rule approved it.',
    maxHours: 'Maximum length in hours',
    maxHoursHint: 'Leave empty for any length.',
    anyLanguage: 'Any language',
    unabridged: 'Unabridged',
    released: 'Already released',
    addRule: 'Add rule',
    removeRule: 'Remove {name}',
    saved: 'Saved',
    failed: 'Nothing was saved',
  },
} as const
