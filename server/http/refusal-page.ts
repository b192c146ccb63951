import { setResponseHeader, setResponseStatus, type H3Event } from 'h3'
import { PageError, type RefusalText } from '#server/errors/page-error'
import { escapeMarkup } from '#server/upstream/markup.rules'
import { pathOf } from './address'
import { requestHeader } from '#server/security/request-header'

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
  return !isApi && event.method === 'GET' && (requestHeader(event, 'accept') ?? '').includes('text/html')
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
  const [first = '', ...rest] = paragraphs.map((text) => `<p>${escapeMarkup(text)}</p>`)
  const line = setting === undefined ? '' : `<pre><code>${escapeMarkup(setting)}</code></pre>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(heading)} · Earmark</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeMarkup(heading)}</h1>
${first}${line}${rest.join('\n')}
</main>
</body>
</html>
`
}
