import type { Browser } from 'playwright-core'
import { launchChromium } from '#tests/support/chromium'

let launched: Promise<Browser> | undefined

/** The browser of this process, which ends with it; files differ only in their profiles. */
export function browser(): Promise<Browser> {
  launched ??= launchChromium()
  return launched
}
