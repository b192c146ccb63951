import { SETTING_ISSUE_WORDS } from '#contract/words/setting-issues'

/** Texts of the page of what is set about Discover. */
export default {
  discoverSettings: {
    lead: 'What people see on the first page.',
    loading: 'Loading the rows',
    rows: 'Rows',
    rowsLead: 'A row is hidden from people for whom it has no books yet.',
    none: 'No rows. Add at least one.',
    row: 'Row',
    noMore: 'All rows are shown.',
    categoriesFailed: 'The categories could not be loaded. {reason}',
    reset: 'Use default rows',
    saved: 'Saved',
    failed: 'The rows were not saved',
  },
  issues: SETTING_ISSUE_WORDS,
} as const
