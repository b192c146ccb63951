import type { TargetKinds } from '#server/domain/notifications/kind.types'
import { apprise } from './apprise'
import { custom } from './custom'
import { discord } from './discord'
import { gotify } from './gotify'
import { ntfy } from './ntfy'
import { webPush } from './web-push'

/** Every kind of target. A new kind needs a file here, a line below and its name in the contract. */
export const targetKinds: TargetKinds = { apprise, custom, discord, gotify, ntfy, web_push: webPush }
