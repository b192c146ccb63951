import { computed, onMounted, ref } from 'vue'
import type { NotificationEvent, NotificationTargetDto } from '#contract/notifications'
import { useHttp } from '#client/app/connection'
import { useText } from '#client/app/i18n'
import { endPush, findSubscription, leavePush, recallPush, rememberPush } from '#client/app/push'
import { addressOf, subscribe } from '#client/app/pushSubscription'
import { useSessionStore } from '#client/app/session'
import { useProblem } from '#client/ui/useProblem'
import { useTargetChanges } from './queries'

/** Default events: those of the person's own requests, and of what they follow. */
const EVENTS: NotificationEvent[] = ['onRequestApproved', 'onRequestDeclined', 'onAvailable', 'onNewBook']

/** Why this browser cannot receive notifications. */
type Obstacle = 'insecure' | 'install' | 'unsupported' | 'denied'

/**
 * Whether this browser receives the person's notifications, and a function to change that.
 * @param targets the person's targets, as the server knows them
 */
export function usePushDevice(targets: () => readonly NotificationTargetDto[]) {
  const http = useHttp()
  const { reason } = useProblem()
  const { t } = useText()
  const { remove } = useTargetChanges('account/notifications')
  const register = useRegistration()
  const obstacle = ref<Obstacle | null>(findObstacle())
  const subscribed = ref(false)
  const busy = ref(false)
  const failure = ref<string | null>(null)
  const target = computed(() => {
    const push = subscribed.value ? recallPush() : null
    return targets().find(({ id }) => id === push?.target) ?? null
  })

  async function look() {
    subscribed.value = (await findSubscription()) !== null
  }
  onMounted(look)

  async function turnOn() {
    if ((await Notification.requestPermission()) === 'granted') await register()
    else obstacle.value = findObstacle()
  }

  async function turnOff() {
    const id = target.value?.id
    await endPush()
    if (id !== undefined) await remove.mutateAsync(id)
  }

  /** Switches it on or off, and reports a failure. */
  async function change(to: boolean) {
    busy.value = true
    failure.value = null
    try {
      await (to ? turnOn() : turnOff())
    } catch (error) {
      failure.value = error instanceof DOMException ? t('push.refused') : reason(error)
      await leavePush(http)
    } finally {
      await look()
      busy.value = false
    }
  }

  return { obstacle, on: computed(() => target.value !== null), busy, failure, change }
}

/** Makes this browser a target of the person. */
function useRegistration() {
  const session = useSessionStore()
  const http = useHttp()
  const { t } = useText()
  const { save } = useTargetChanges('account/notifications')

  return async () => {
    const username = session.user?.username ?? ''
    // Otherwise a subscription with a former key, or someone else's, would stay.
    await endPush()
    const { url, headers } = addressOf(await subscribe(http))
    const time = new Date().toLocaleString()
    const name = t('push.deviceName', { system: systemOf(navigator.userAgent), time })
    const body = { kind: 'web_push' as const, name, url, headers, events: EVENTS }
    const { id } = await save.mutateAsync({ id: null, body })
    rememberPush({ username, target: id, url })
  }
}

function findObstacle(): Obstacle | null {
  if (!window.isSecureContext) return 'insecure'
  if (!('PushManager' in window)) return /iPhone|iPad/.test(navigator.userAgent) ? 'install' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

/** The familiar name of a system; the browser's own if it is unknown. */
function systemOf(userAgent: string): string {
  return /Android|iPhone|iPad|Windows|Macintosh|CrOS|Linux/.exec(userAgent)?.[0] ?? navigator.platform
}
