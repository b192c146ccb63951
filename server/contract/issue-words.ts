import type { Fault, IssueDto } from './issues'
import { inEnglish } from './words/english'

/** A fault in English, to follow the name of its field. */
export function wordsOf({ code, params }: Fault): string {
  return inEnglish('issues', code, params) ?? code
}

/** What is wrong with a field, as in answers. */
export function issueAt(path: string, found: Fault): IssueDto {
  return { path, ...found, message: wordsOf(found) }
}
