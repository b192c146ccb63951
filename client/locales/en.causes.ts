import { CAUSE_WORDS } from '#contract/words/causes'
import { FAILURE_WORDS, FOUND_WORDS } from '#contract/words/failures'

/** Why work on a book came to nothing; they come with the pages that say it. */
export default { causes: CAUSE_WORDS, failures: FAILURE_WORDS, found: FOUND_WORDS } as const
