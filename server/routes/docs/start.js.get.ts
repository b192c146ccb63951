import { defineEventHandler, setResponseHeaders } from 'h3'

/** A file of its own, because the page's policy allows no inline scripts. */
const START = `SwaggerUIBundle({
  url: new URL('../openapi.json', document.currentScript.src).href,
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
})
`

/** Starts the interactive pages on this server's own document. */
export default defineEventHandler((event) => {
  setResponseHeaders(event, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  return START
})
