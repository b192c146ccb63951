import { chromium, type Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { ownWorker } from './worker'

let connection: Promise<Browser> | undefined

/** The browser of all files of this worker. */
export function browser(): Promise<Browser> {
  connection ??= chromium.connect(ownWorker().browser)
  return connection
}

afterAll(async () => {
  const connected = await connection
  connection = undefined
  await connected?.close()
})
