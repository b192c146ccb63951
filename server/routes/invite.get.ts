import { defineEventHandler } from 'h3'
import { sendPublicPage } from '#server/http/answer-page'
import { sendProblem } from '#server/http/problem'

/** The page of an invitation, for people who cannot sign in yet. */
export default defineEventHandler(async (event) => {
  try {
    return await sendPublicPage(event)
  } catch (error) {
    await sendProblem(event, error)
  }
})
