import { defineEventHandler } from 'h3'
import { defineNitroPlugin } from 'nitropack/runtime/plugin'
import { startNodeInstance } from './node-instance'

/**
 * For Nitro entries that cannot start our threads, such as `npm run dev`: starts the server when the module
 * loads. Requests wait for it.
 */
export default defineNitroPlugin((nitroApp) => {
  const instance = startNodeInstance(nitroApp, null)
  nitroApp.h3App.handler = defineEventHandler(async (event) => {
    const { handler } = await instance
    await handler(event)
  })
  nitroApp.hooks.hook('close', async () => (await instance).stop())
})
