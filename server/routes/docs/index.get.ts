import { defineEventHandler, setResponseHeaders } from 'h3'
import '#server/http/context'

/**
 * Interactive pages about the API. Their script and style are files of the build, as for the web interface;
 * the gateway answers 404 in their place where they are not enabled.
 */
export default defineEventHandler((event) => {
  const { baseUrl } = event.context.app.config
  setResponseHeaders(event, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Earmark API</title>
    <link rel="icon" href="${baseUrl}favicon.svg" />
    <link rel="stylesheet" href="${baseUrl}docs/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="${baseUrl}docs/swagger-ui-bundle.js"></script>
    <script src="${baseUrl}docs/start.js"></script>
  </body>
</html>
`
})
