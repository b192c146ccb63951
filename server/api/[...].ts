import { defineEventHandler } from 'h3'
import { sendNotFound } from '#server/http/not-found'

/**
 * Unknown paths under /api must not return the web page. The wildcard has no name: with a name, the router
 * would not use it for a known path with an unknown method.
 */
export default defineEventHandler((event) => sendNotFound(event))
