import { inEnglish } from '#contract/words/english'
import type { CodeIn, ParamsArgument } from '#contract/words/keys'
import { AppError } from './app-error'

/** The text of a page that stands alone, without the web interface. */
export interface RefusalText {
  /** What is wrong, in one line. */
  heading: string
  /** What it means and what to do. */
  paragraphs: readonly string[]
  /** A line of configuration to copy. */
  setting?: string
}

/** A sentence of such a page. */
export function pageText<C extends CodeIn<'pages'>>(
  code: C,
  ...[params]: ParamsArgument<`pages.${C}`>
): string {
  return inEnglish('pages', code, params ?? {}) ?? code
}

/** An error for people whose browser cannot load the web interface; it has a page of its own. */
export class PageError extends AppError {
  readonly page: RefusalText

  /** @param page the text of the page, instead of the sentence for programs. */
  constructor(problem: AppError, page: RefusalText) {
    super(problem, problem)
    this.name = 'PageError'
    this.page = page
  }
}
