import type { Http } from './http'
import { ProblemError } from './problem'
import { endPush, findSubscription, rememberPush, type RememberedPush } from './push'

/** Subscribes to this server's messages at the browser's push service. */
export async function subscribe(http: Http): Promise<PushSubscription> {
  const { public_key: applicationServerKey } = await http.call('getPushKey')
  const { pushManager } = await navigator.serviceWorker.ready
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** A browser's push address, in the form of targets, with this server’s address as the contact of its messages. */
export function addressOf(subscription: PushSubscription) {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { url: endpoint, headers: { ...keys, site: window.location.origin } }
}

/** Tells the server this browser's push address, if it has changed since the last visit. */
export async function renewPush(http: Http, push: RememberedPush): Promise<void> {
  if (Notification.permission !== 'granted') return
  const { url, headers } = addressOf((await findSubscription()) ?? (await subscribe(http)))
  if (url === push.url) return
  try {
    await http.call('renewPushTarget', { body: { old_url: push.url, url, headers } })
    rememberPush({ ...push, url })
  } catch (error) {
    // The push service has told the server that the previous address is gone.
    if (error instanceof ProblemError && error.code === 'unknown_target') return endPush()
    throw error
  }
}
