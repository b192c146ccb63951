import { defineEventHandler, sendRedirect } from 'h3'
import { sendPage } from '#server/http/answer-page'
import { sendProblem } from '#server/http/problem'

/** The page of the first setup, closed for good once setup is complete. */
export default defineEventHandler(async (event) => {
  const { auth, config } = event.context.app
  try {
    if ((await auth.loginType()) === null) return await sendPage(event)
    await sendRedirect(event, config.baseUrl, 302)
  } catch (error) {
    await sendProblem(event, error)
  }
})
