import { chromium, type Browser } from 'playwright-core'
import { z } from 'zod'
import { borrow } from './borrow'

let connection: Promise<Browser> | undefined

/** The browser of this process, open until the process ends; files differ only in their profiles. */
export function browser(): Promise<Browser> {
  connection ??= connect()
  return connection
}

async function connect(): Promise<Browser> {
  const { value } = await borrow('browser', z.string())
  return chromium.connect(value)
}
