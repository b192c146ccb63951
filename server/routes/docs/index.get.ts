import { defineEventHandler, setResponseHeaders } from 'h3'

/**
 * Interactive API pages. Their script and style are build files, like those of the web interface; if they are disabled,
 * the gateway answers 404 instead.
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
