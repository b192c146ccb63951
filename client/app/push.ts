import { watch } from 'vue'
import type { Http } from './http'
import type { useSessionStore } from './session'
import { remembered } from './storage'

/** What this browser remembers of the messages that it gets. */
const NAME = 'earmark.push'

export interface RememberedPush {
  username: string
  target: string
  /** Where the server writes to. */
  url: string
}

export function rememberPush(push: RememberedPush): void {
  remembered.setItem(NAME, JSON.stringify(push))
}

/** @returns null when nobody gets messages here. */
export function recallPush(): RememberedPush | null {
  try {
    const push: unknown = JSON.parse(remembered.getItem(NAME) ?? 'null')
    return isPush(push) ? push : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * This browser gets no messages any more: what is still sent is refused, and the server removes the target. Whose they
 * are is forgotten only then, so that it is tried again where the browser fails.
 */
export async function endPush(): Promise<void> {
  const subscription = await findSubscription()
  await subscription?.unsubscribe()
  remembered.removeItem(NAME)
}

/** Somebody signs out, who is not to be written to here any more. */
export async function leavePush(http: Http): Promise<void> {
  const push = recallPush()
  if (!push) return
  // Nobody is kept from signing out: one of the two is enough, as messages to what is gone remove the target.
  const target = { params: { id: push.target } }
  await Promise.allSettled([endPush(), http.call('deleteOwnNotificationTarget', target)])
}

/** Ends the messages to one person as soon as another one signs in, and keeps those to the same one coming. */
export function followPush(session: Pick<ReturnType<typeof useSessionStore>, 'user'>, http: Http): void {
  async function follow(username: string | undefined) {
    const push = recallPush()
    if (!push || username === undefined) return
    if (push.username !== username) return endPush()
    const { renewPush } = await import('./pushSubscription')
    return renewPush(http, push)
  }

  watch(
    () => session.user?.username,
    // Tried again when the page is next opened.
    (username) => void follow(username).catch(() => undefined),
    { immediate: true },
  )
}

/** How this browser is written to now; null for not at all. */
export async function findSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null
  const registration = await navigator.serviceWorker.getRegistration(document.baseURI)
  return (await registration?.pushManager.getSubscription()) ?? null
}

function isPush(push: unknown): push is RememberedPush {
  return (
    typeof push === 'object' &&
    push !== null &&
    'username' in push &&
    typeof push.username === 'string' &&
    'target' in push &&
    typeof push.target === 'string' &&
    'url' in push &&
    typeof push.url === 'string'
  )
}
