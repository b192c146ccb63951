import { vi } from 'vitest'

/** What a page of this window sees of a browser that can be written to; the same names go again at the end. */
const NAMES = ['isSecureContext', 'PushManager', 'Notification'] as const

function stub(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, writable: true, value })
}

/**
 * Stands for a browser with messages.
 * @param permission what it was told before.
 * @param answered what it is told when it asks.
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
    /** The maker of the browser gives it another address. */
    moveTo: (url: string) => void (endpoint = url),
    /** The browser gives up what it has subscribed to. */
    drop: () => void (subscription = null),
  }
}

export function restoreBrowser(): void {
  for (const name of NAMES) Reflect.deleteProperty(globalThis, name)
  Reflect.deleteProperty(navigator, 'serviceWorker')
}
