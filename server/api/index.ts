import { defineEventHandler } from 'h3'
import { answerNotFound } from '#server/http/not-found'

/** The wildcard beside this leaves out the address without anything behind it. */
export default defineEventHandler((event) => answerNotFound(event))
