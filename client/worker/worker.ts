import { openMessage, renewSubscription, showMessage } from './push'
import { answerFile, dropOthers, files, keepShell, scope, shellResponse } from './shell'

declare const self: ServiceWorkerGlobalScope

/** Pages that only the server can answer, under the base path. */
const OF_THE_SERVER = /^(?:api|auth|docs|openapi\.json)(?:[/?#]|$)/

/** The browser's own password dialog appears only for pages that no worker has handled. */
const leavesPages = new URL(self.location.href).searchParams.has('basic')

self.addEventListener('install', (event) => {
  // File names include their build, so that pages of the previous one keep working.
  event.waitUntil(Promise.all([keepShell(), self.skipWaiting()]))
})

self.addEventListener('activate', (event) => event.waitUntil(begin()))

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return
  const answer = event.request.mode === 'navigate' ? answerPage(event.request) : answerFile(event)
  if (answer) event.respondWith(answer)
})

self.addEventListener('push', (event) => event.waitUntil(showMessage(event.data)))

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))

self.addEventListener('notificationclick', (event) => event.waitUntil(openMessage(event.notification)))

/** Takes over from the previous build, and tells open pages which one is current. */
async function begin(): Promise<void> {
  await dropOthers()
  await self.clients.claim()
  for (const client of await self.clients.matchAll()) client.postMessage({ kind: 'build', entry: files[0] })
}

function answerPage(request: Request): Promise<Response> | undefined {
  const isOfServer = OF_THE_SERVER.test(request.url.slice(scope.length))
  return leavesPages || isOfServer ? undefined : pageOrShell(request)
}

/** The server's response, whatever it is; the cached shell if there is none. */
async function pageOrShell(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    // The login type has changed: next time the browser itself asks for the password.
    if (response.status === 401) await self.registration.unregister()
    return response
  } catch {
    return shellResponse()
  }
}
