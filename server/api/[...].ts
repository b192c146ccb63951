import { defineEventHandler } from 'h3'
import { answerNotFound } from '#server/http/not-found'

/**
 * Below /api nothing unknown is answered with the web page. The wildcard has no name: with one, the router
 * would not come here for a known address with an unknown method.
 */
export default defineEventHandler((event) => answerNotFound(event))
