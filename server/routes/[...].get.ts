import { defineEventHandler } from 'h3'
import { answerPage } from '#server/http/answer-page'
import { sendProblem } from '#server/http/problem'

/** The web interface, at every address without another handler; its router decides what to show. */
export default defineEventHandler(async (event) => {
  try {
    return await answerPage(event)
  } catch (error) {
    await sendProblem(event, error)
  }
})
