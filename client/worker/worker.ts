import { openMessage, renewSubscription, showMessage } from './push'
import { answerFile, dropOthers, files, keepShell, scope, shellResponse } from './shell'

declare const self: ServiceWorkerGlobalScope

/** Pages that the server alone can answer, below the base path. */
const OF_THE_SERVER = /^(?:api|auth|docs|openapi\.json)(?:[/?#]|$)/

/** Where the browser's own dialog asks for the password, it appears for pages that no worker has touched. */
const leavesPages = new URL(self.location.href).searchParams.has('basic')

self.addEventListener('install', (event) => {
  // Files have their build in their names, so that pages of the former one go on as they are.
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

/** Takes over from the former build, and tells the open pages which one there is now. */
async function begin(): Promise<void> {
  await dropOthers()
  await self.clients.claim()
  for (const client of await self.clients.matchAll()) client.postMessage({ kind: 'build', entry: files[0] })
}

function answerPage(request: Request): Promise<Response> | undefined {
  const isOfServer = OF_THE_SERVER.test(request.url.slice(scope.length))
  return leavesPages || isOfServer ? undefined : pageOrShell(request)
}

/** What the server says, whatever it is; the shell where nothing is heard of it. */
async function pageOrShell(request: Request): Promise<Response> {
  try {
    const response = await fetch(request)
    // The login type was changed: the next time the browser asks for the password itself.
    if (response.status === 401) await self.registration.unregister()
    return response
  } catch {
    return shellResponse()
  }
}
