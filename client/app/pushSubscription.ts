import type { Http } from './http'
import { ProblemError } from './problem'
import { endPush, findSubscription, rememberPush, type RememberedPush } from './push'

/** Has the maker of the browser take messages of this server. */
export async function subscribe(http: Http): Promise<PushSubscription> {
  const { public_key: applicationServerKey } = await http.call('getPushKey')
  const { pushManager } = await navigator.serviceWorker.ready
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** Where a browser is written to, as targets have it. */
export function addressOf(subscription: PushSubscription) {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { url: endpoint, headers: keys }
}

/** Tells the server where this browser is written to, if its maker has changed that since the person was last here. */
export async function renewPush(http: Http, push: RememberedPush): Promise<void> {
  if (Notification.permission !== 'granted') return
  const { url, headers } = addressOf((await findSubscription()) ?? (await subscribe(http)))
  if (url === push.url) return
  try {
    await http.call('renewPushTarget', { body: { old_url: push.url, url, headers } })
    rememberPush({ ...push, url })
  } catch (error) {
    // The server was told by the push service that the former address is gone.
    if (error instanceof ProblemError && error.code === 'unknown_target') return endPush()
    throw error
  }
}
