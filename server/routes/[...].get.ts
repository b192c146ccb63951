import { defineEventHandler } from 'h3'
import { sendPage } from '#server/http/answer-page'
import { sendProblem } from '#server/http/problem'

/** The web interface, at every address without another handler; its router decides what to show. */
export default defineEventHandler(async (event) => {
  try {
    return await sendPage(event)
  } catch (error) {
    await sendProblem(event, error)
  }
})
