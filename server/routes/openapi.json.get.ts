import { defineEventHandler, setResponseHeaders } from 'h3'
import { openapiDocument } from '#server/openapi/openapi'

/** The OpenAPI document. If it is disabled, the gateway answers 404 instead. */
export default defineEventHandler((event) => {
  const { config, version } = event.context.app
  setResponseHeaders(event, { 'content-type': 'application/json', 'cache-control': 'no-cache' })
  return openapiDocument({ version, baseUrl: config.baseUrl })
})
