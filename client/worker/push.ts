import { scope } from './shell'

declare const self: ServiceWorkerGlobalScope
/** Inlined by the build, see `app/operations.ts`. */
declare const ROUTES: { readonly renewPushTarget: readonly [method: string, path: string] }

/** Shows a notification; browsers revoke the permission of a worker that shows nothing. */
export async function showMessage(data: PushMessageData | null): Promise<void> {
  const { title, text, book } = readMessage(data)
  await self.registration.showNotification(title, {
    body: text,
    icon: `${scope}icons/icon-192.png`,
    // The book's page, under this browser's address of the server.
    data: scope + (book && `book/${encodeURIComponent(book)}`),
  })
}

/** Opens the page of a notification, in a window that shows it already or in a new one. */
export async function openMessage(notification: Notification): Promise<void> {
  notification.close()
  const address = String(notification.data)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find(({ url }) => url === address)
  await (shown ? shown.focus() : self.clients.openWindow(address))
}

/**
 * Tells the server this browser's new push address. If the browser does not say which one was replaced, or no one is
 * signed in, the page does it when next opened.
 */
export async function renewSubscription(event: PushSubscriptionChangeEvent): Promise<void> {
  const { oldSubscription: former, newSubscription } = event
  if (!former) return
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(former.options))
  const { endpoint: url, keys } = subscription.toJSON()
  const headers = { ...keys, site: new URL(scope).origin }
  const [method, path] = ROUTES.renewPushTarget
  await fetch(scope + path.slice(1), {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ old_url: former.endpoint, url, headers }),
  })
}

function readMessage(data: PushMessageData | null): { title: string; text: string; book: string } {
  const message: unknown = data?.json() ?? {}
  const partOf = (name: string) => {
    const part: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, name) : ''
    return typeof part === 'string' ? part : ''
  }
  return { title: partOf('title') || 'Earmark', text: partOf('text'), book: partOf('book') }
}
