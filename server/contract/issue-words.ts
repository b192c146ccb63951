import type { Fault, IssueDto } from './issues'
import { inEnglish } from './words/english'

/** A fault in English, to follow the name of its field. */
export function textOf({ code, params }: Fault): string {
  return inEnglish('issues', code, params) ?? code
}

/** An issue with a field, as sent in responses. */
export function issueAt(path: string, found: Fault): IssueDto {
  return { path, ...found, message: textOf(found) }
}
