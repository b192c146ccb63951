import { defineNitroPlugin } from 'nitropack/runtime/plugin'
import type { Platform } from '#server/platform/platform'
import type { Config } from '#server/platform/config'
import { startInstance, type Instance } from '#server/start/instance'

declare module 'nitropack' {
  interface NitroApp {
    /** See {@link startInstance}. */
    start(config: Config, platform: Platform): Promise<Instance>
  }
}

/**
 * Lets entries start the server. It is a plugin so that the build puts it into the same chunk as the code it
 * shares.
 */
export default defineNitroPlugin((nitroApp) => {
  const { handler } = nitroApp.h3App
  nitroApp.start = (config, platform) => startInstance(config, platform, handler)
})
