import { vi } from 'vitest'

/** The parts of a browser with push messages that a page uses; removed after the test. */
const NAMES = ['isSecureContext', 'PushManager', 'Notification'] as const

function stub(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, writable: true, value })
}

/**
 * Replaces the parts of a browser that push messages need.
 * @param permission the person's earlier decision.
 * @param answered the person's answer when asked.
 */
export function stubBrowser(
  permission: NotificationPermission,
  answered: NotificationPermission = permission,
) {
  let subscription: object | null = null
  let endpoint = 'https://push.example.org/x'
  const unsubscribe = vi.fn(() => {
    subscription = null
    return Promise.resolve(true)
  })
  const keys = { p256dh: 'p', auth: 'a' }
  const pushManager = {
    getSubscription: () => Promise.resolve(subscription),
    subscribe: () => {
      subscription = { unsubscribe, toJSON: () => ({ endpoint, keys }) }
      return Promise.resolve(subscription)
    },
  }
  const registration = { pushManager }
  stub(globalThis, 'isSecureContext', true)
  stub(globalThis, 'PushManager', class {})
  stub(globalThis, 'Notification', { permission, requestPermission: () => Promise.resolve(answered) })
  stub(navigator, 'serviceWorker', {
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  })
  return {
    unsubscribe,
    pushManager,
    withoutHttps: () => stub(globalThis, 'isSecureContext', false),
    /** The browser's push service assigns it another address. */
    moveTo: (url: string) => void (endpoint = url),
    /** The browser drops its subscription. */
    drop: () => void (subscription = null),
  }
}

export function restoreBrowser(): void {
  for (const name of NAMES) Reflect.deleteProperty(globalThis, name)
  Reflect.deleteProperty(navigator, 'serviceWorker')
}
