import { sendJson } from '#fakes/fake-server'
import { Refusal, startStrictReceiver } from './strict-receiver'

interface NtfyMessage {
  topic: string
  message: string
  /** The decoded title. */
  title: string
  priority: string
  tags: string
  click: string
}

const PRIORITIES = ['', '1', '2', '3', '4', '5', 'min', 'low', 'default', 'high', 'max', 'urgent']

/** An ntfy server whose topics may require a token. */
export function startNtfy({ token }: { token?: string } = {}) {
  return startStrictReceiver<NtfyMessage>((request, response) => {
    const header = (name: string) => decodeHeader(String(request.headers[name] ?? ''))
    if (token !== undefined && request.headers['authorization'] !== `Bearer ${token}`) {
      throw problem(401, 40101, 'unauthorized')
    }
    const topic = request.path.slice(1)
    if (!/^[-_A-Za-z0-9]{1,64}$/.test(topic)) throw problem(400, 40009, 'topic name is not allowed')
    if (Buffer.byteLength(request.body) > 4096) throw problem(413, 41301, 'attachment too large')
    const priority = header('priority')
    if (!PRIORITIES.includes(priority)) throw problem(400, 40007, 'invalid priority')
    const message = {
      topic,
      message: request.body || 'triggered',
      title: header('title'),
      priority,
      tags: header('tags'),
      click: header('click'),
    }
    sendJson(response, { id: 'abc', time: 1, expires: 2, event: 'message', ...message })
    return message
  })
}

/** RFC 2047; the real server shows raw bytes beyond ASCII as garbage. */
function decodeHeader(value: string): string {
  if (!/^[\x20-\x7e]*$/.test(value)) throw problem(400, 40000, 'a header is not ASCII')
  return value.replace(/=\?UTF-8\?B\?([A-Za-z0-9+/=]*)\?=/gi, (_word, encoded: string) =>
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64')),
  )
}

function problem(http: number, code: number, error: string): Refusal {
  return new Refusal(http, error, { code, http, error, link: 'https://ntfy.sh/docs/publish/' })
}
