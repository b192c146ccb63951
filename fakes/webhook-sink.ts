import { sendHtml, sendJson, startFakeServer } from './fake-server'
import type { ReceivedRequest } from './fake-server'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

function indented(body: string): string {
  if (!/^\s*[[{]/.test(body)) return body
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch (error) {
    return `${body}\n\n(not valid JSON: ${String(error)})`
  }
}

function pageOf(messages: ReceivedRequest[]): string {
  const items = messages
    .toReversed()
    .map(
      ({ method, path, body }) =>
        `<li><b>${escaped(`${method} ${path}`)}</b><pre>${escaped(indented(body))}</pre></li>`,
    )
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="3">',
    '<meta name="viewport" content="width=device-width"><title>Webhook sink</title>',
    '<style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#292524;background:#faf7f2}pre{background:#fff;border:1px solid #e7e0d6;border-radius:10px;padding:1rem;white-space:pre-wrap;overflow-wrap:anywhere}ol{padding-left:1.5rem}</style>',
    `<h1>Webhook sink</h1><p>${messages.length === 0 ? 'Nothing has arrived yet. Request a book and look again.' : 'What arrived, newest first:'}</p>`,
    `<ol reversed>${items.join('')}</ol></html>`,
  ].join('')
}

/**
 * Starts a webhook receiver: it accepts anything posted to any path, and shows it as a page at `/` and as
 * JSON at `/received`. `misbehave` makes it slow down, refuse or break off; refused messages are not kept.
 */
export async function startWebhookSink({ port = 0 }: { port?: number } = {}) {
  const messages: ReceivedRequest[] = []
  const server = await startFakeServer((request, response) => {
    if (request.method === 'GET' && request.path === '/') return sendHtml(response, pageOf(messages))
    if (request.method === 'GET' && request.path === '/received') {
      return sendJson(
        response,
        messages.map(({ method, path, headers, body }) => ({ method, path, headers, body })),
      )
    }
    messages.push(request)
    response.writeHead(204).end()
  }, port)

  return { ...server, /** Accepted messages, oldest first. */ messages }
}
