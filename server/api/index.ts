import { defineEventHandler } from 'h3'
import { sendNotFound } from '#server/http/not-found'

/** The wildcard next to this file does not match the bare path. */
export default defineEventHandler((event) => sendNotFound(event))
