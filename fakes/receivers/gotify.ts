import { sendJson } from '#fakes/fake-server'
import { readObject, Refusal, startStrictReceiver } from './strict-receiver'

interface GotifyMessage {
  title: unknown
  message: string
  priority: unknown
}

/** A Gotify server that accepts messages of one application. */
export function startGotify({ token }: { token: string }) {
  let id = 0
  return startStrictReceiver<GotifyMessage>((request, response) => {
    if (request.path.endsWith('/message/')) throw problem(307, 'moved')
    if (!request.path.endsWith('/message')) throw problem(404, 'page not found')
    if (request.headers['x-gotify-key'] !== token) throw problem(401, 'you need to provide a valid token')
    const { title, message, priority } = readObject(request)
    if (typeof message !== 'string' || message === '') {
      throw problem(400, "Field 'message' is required")
    }
    if (priority !== undefined && !Number.isInteger(priority)) throw problem(400, 'priority is not a number')
    if (title !== undefined && typeof title !== 'string') throw problem(400, 'title is not a string')
    id += 1
    sendJson(response, { id, appid: 1, message, title, priority, date: '2026-11-21T09:30:00Z' })
    return { title, message, priority }
  })
}

function problem(status: number, description: string): Refusal {
  return new Refusal(status, description, {
    error: 'Error',
    errorCode: status,
    errorDescription: description,
  })
}
