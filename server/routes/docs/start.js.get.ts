import { defineEventHandler, setResponseHeaders } from 'h3'

/** A separate file, because the page's policy allows no inline scripts. */
const START = `SwaggerUIBundle({
  url: new URL('../openapi.json', document.currentScript.src).href,
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
})
`

/** Starts the interactive pages with this server's own OpenAPI document. */
export default defineEventHandler((event) => {
  setResponseHeaders(event, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  return START
})
