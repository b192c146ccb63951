import { chromium, type Browser } from 'playwright-core'
import { afterAll, inject } from 'vitest'

let connection: Promise<Browser> | undefined

/** The one browser of the run. */
export function browser(): Promise<Browser> {
  connection ??= chromium.connect(inject('browser'))
  return connection
}

afterAll(async () => {
  const connected = await connection
  connection = undefined
  await connected?.close()
})
