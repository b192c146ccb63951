import { defineEventHandler } from 'h3'
import { answerNotFound } from '#server/http/not-found'

/** The wildcard beside this does not match the bare path. */
export default defineEventHandler((event) => answerNotFound(event))
