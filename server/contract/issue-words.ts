import type { Fault, IssueDto } from './issues'
import { inEnglish } from './words/english'
import { issueInWords } from './words/in-words'

/** A fault in English, to follow the name of its field. */
export function textOf({ code, params }: Fault): string {
  return issueInWords(code, params, inEnglish) ?? code
}

/** An issue with a field, as sent in responses. */
export function issueAt(path: string, found: Fault): IssueDto {
  return { path, ...found, message: textOf(found) }
}
