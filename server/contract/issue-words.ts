import type { Fault, IssueDto, IssueWords } from './issues'
import { fill } from './words/fill'
import { FORM_ISSUE_WORDS } from './words/issues'
import { NOTIFICATION_ISSUE_WORDS } from './words/notification-issues'
import { PROVIDER_ISSUE_WORDS } from './words/provider-issues'
import { SETTING_ISSUE_WORDS } from './words/setting-issues'

/** All of them, for the server; the client loads each with the pages that need it. */
export const ISSUE_WORDS: IssueWords = {
  ...FORM_ISSUE_WORDS,
  ...SETTING_ISSUE_WORDS,
  ...NOTIFICATION_ISSUE_WORDS,
  ...PROVIDER_ISSUE_WORDS,
}

/** A fault in English, to stand behind the name of its field. */
export function wordsOf({ code, params }: Fault): string {
  return fill(ISSUE_WORDS[code], params)
}

/** What is wrong with a field, as answers say it. */
export function issueAt(path: string, found: Fault): IssueDto {
  return { path, ...found, message: wordsOf(found) }
}
