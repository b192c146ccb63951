import { chromium, type Browser } from 'playwright-core'
import { afterAll } from 'vitest'
import { z } from 'zod'
import { borrow } from './borrow'

const endpoint = await borrow('browser', z.string())
let connection: Promise<Browser> | undefined

/** The browser of this file. */
export function browser(): Promise<Browser> {
  connection ??= chromium.connect(endpoint)
  return connection
}

afterAll(async () => {
  const connected = await connection
  connection = undefined
  await connected?.close()
})
