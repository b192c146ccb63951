import { encode } from 'html-entities'
import { getRequestHeader, setResponseHeader, setResponseStatus, type H3Event } from 'h3'
import { inEnglish } from '#contract/words/english'
import type { CodeIn, ParamsArgument } from '#contract/words/keys'
import { AppError } from '#server/errors'
import './context'
import { pathOf } from './address'

/** The text of a page that stands alone, without the web interface. */
interface RefusalText {
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

/** API addresses respond with problems, even to a browser. */
function isNavigation(event: H3Event): boolean {
  const path = pathOf(event.path)
  const { baseUrl } = event.context.app.config
  const isApi = [baseUrl, '/'].some((base) => path.startsWith(`${base}api/`))
  return !isApi && event.method === 'GET' && (getRequestHeader(event, 'accept') ?? '').includes('text/html')
}

/** The colours are those of client/styles/tokens.css, which is available only within the web interface. */
const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 ui-sans-serif, system-ui, sans-serif; }
body { margin: 0; background: light-dark(#fbf9f6, #191613); color: light-dark(#25201a, #f2ece3); }
main { max-width: 34rem; margin: 0 auto; padding: 4rem 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.375rem; line-height: 1.3; margin: 0 0 1rem; }
p { margin: 0 0 1rem; }
pre { margin: 0 0 1rem; padding: 0.75rem 1rem; border-radius: 10px; white-space: pre-wrap;
  background: light-dark(#f2eee8, #2b2621); font: 0.9375rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
`

/** A complete HTML page that loads nothing. */
function refusalPage({ heading, paragraphs, setting }: RefusalText): string {
  const [first = '', ...rest] = paragraphs.map((text) => `<p>${encode(text)}</p>`)
  const line = setting === undefined ? '' : `<pre><code>${encode(setting)}</code></pre>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${encode(heading)} · Earmark</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${encode(heading)}</h1>
${first}${line}${rest.join('\n')}
</main>
</body>
</html>
`
}
