import { watch } from 'vue'
import { hasFields } from './hasFields'
import type { Http } from './http'
import type { useSessionStore } from './session'
import { remembered } from './storage'

/** What this browser remembers of its notifications. */
const NAME = 'earmark.push'

export interface RememberedPush {
  username: string
  target: string
  /** The address that the server sends messages to. */
  url: string
}

export function rememberPush(push: RememberedPush): void {
  remembered.setItem(NAME, JSON.stringify(push))
}

/** @returns null if no one receives notifications here. */
export function recallPush(): RememberedPush | null {
  try {
    const push: unknown = JSON.parse(remembered.getItem(NAME) ?? 'null')
    return hasFields(push, { username: 'string', target: 'string', url: 'string' }) ? push : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * Ends notifications in this browser: the push service refuses further ones, and the server then deletes the target.
 * The owner is forgotten last, so that a failure is retried.
 */
export async function endPush(): Promise<void> {
  const subscription = await findSubscription()
  await subscription?.unsubscribe()
  remembered.removeItem(NAME)
}

/** Ends notifications for someone who signs out. */
export async function leavePush(http: Http): Promise<void> {
  const push = recallPush()
  if (!push) return
  // Signing out must not fail. Either step is enough, as messages to an expired address delete the target.
  const target = { params: { id: push.target } }
  await Promise.allSettled([endPush(), http.call('deleteOwnNotificationTarget', target)])
}

/** Ends one person's notifications as soon as another one signs in, and keeps those of the same person working. */
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
    // Retried when the page is next opened.
    (username) => void follow(username).catch(() => undefined),
    { immediate: true },
  )
}

/** This browser's current push address; null if there is none. */
export async function findSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null
  const registration = await navigator.serviceWorker.getRegistration(document.baseURI)
  return (await registration?.pushManager.getSubscription()) ?? null
}
