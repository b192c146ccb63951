import { defineEventHandler, setResponseHeaders } from 'h3'
import { guardPage } from '../http/page-guard'
import { sendProblem } from '../http/problem'

/** The web interface, at every address that is nothing else: its router shows what belongs there. */
export default defineEventHandler(async (event) => {
  try {
    await guardPage(event)
    const html = await event.context.page(event.context.nonce)
    setResponseHeaders(event, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    return html
  } catch (error) {
    await sendProblem(event, error)
  }
})
