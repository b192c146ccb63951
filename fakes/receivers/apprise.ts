import { sendJson } from '#fakes/fake-server'
import { readObject, Refusal, startStrictReceiver } from './strict-receiver'

interface AppriseMessage {
  key: string
  title: unknown
  body: string
  type: unknown
}

const TYPES = ['info', 'success', 'warning', 'failure']
const PAYLOAD_LIMIT = 3_145_728

/**
 * An Apprise API server.
 * @param options.keys the results of messages by key; any other key has no configuration and gets a 204.
 */
export function startApprise({ keys }: { keys: Record<string, 'sent' | 'partly'> }) {
  return startStrictReceiver<AppriseMessage>((request, response) => {
    const key = /^\/notify\/([\w-]{1,128})\/?$/.exec(request.path)?.[1]
    if (key === undefined) throw new Refusal(404, 'Not found')
    if (Buffer.byteLength(request.body) > PAYLOAD_LIMIT) throw new Refusal(431, 'The payload is too large')
    const { title, body, type } = readObject(request)
    if (typeof body !== 'string' || body.trim() === '')
      throw new Refusal(400, 'Payload lacks minimum requirements')
    if (type !== undefined && !TYPES.some((known) => known === type)) {
      throw new Refusal(400, 'An invalid notification type was specified')
    }
    const outcome = keys[key]
    if (outcome === 'partly') {
      throw new Refusal(424, 'One or more notifications could not be sent')
    }
    if (outcome === undefined) response.writeHead(204).end()
    else sendJson(response, { error: null, details: [] })
    return { key, title, body, type }
  })
}
