import { getRequestHeader, setResponseHeader, setResponseStatus, type H3Event } from 'h3'
import { AppError } from '#server/errors'
import './context'
import { pathOf } from './address'
import { refusalPage, type RefusalText } from './refusal-page'

/** An error for people in a browser that cannot use the web interface; it has a page of its own. */
export class PageError extends AppError {
  readonly page: RefusalText

  /** @param page the text of the page, instead of the sentence for programs. */
  constructor(problem: AppError, page: RefusalText) {
    super(problem, problem.message, problem)
    this.name = 'PageError'
    this.page = page
  }
}

/**
 * Answers a browser that navigates to a page.
 * @returns the page to send; undefined if the problem is to be sent as usual.
 */
export function preparePage(event: H3Event, error: unknown): string | undefined {
  if (!(error instanceof PageError) || !isNavigation(event)) return undefined
  setResponseStatus(event, error.status, error.title)
  setResponseHeader(event, 'cache-control', 'no-store')
  setResponseHeader(event, 'content-type', 'text/html; charset=utf-8')
  return refusalPage(error.page)
}

/** API addresses answer with problems, whoever asks. */
function isNavigation(event: H3Event): boolean {
  const path = pathOf(event.path)
  const { baseUrl } = event.context.app.config
  const isApi = [baseUrl, '/'].some((base) => path.startsWith(`${base}api/`))
  return !isApi && event.method === 'GET' && (getRequestHeader(event, 'accept') ?? '').includes('text/html')
}
