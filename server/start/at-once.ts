import { defineEventHandler } from 'h3'
import { defineNitroPlugin } from 'nitropack/runtime/plugin'
import { startNodeInstance } from './node-instance'

/**
 * Under an entry of Nitro, such as that of `npm run dev`, by which no thread of ours could start: starts the server
 * with the module, and requests wait for it.
 */
export default defineNitroPlugin((nitroApp) => {
  const instance = startNodeInstance(nitroApp, null)
  nitroApp.h3App.handler = defineEventHandler(async (event) => {
    const { handler } = await instance
    await handler(event)
  })
  nitroApp.hooks.hook('close', async () => (await instance).stop())
})
