import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { ROOT } from '#scripts/lib/root.mjs'

const DIRECTORY = join(ROOT, 'tests', '.artifacts')

/** Saves a screenshot of every tab of a failed test. @param name of the test */
export async function photograph(context: BrowserContext, name: string): Promise<void> {
  await mkdir(DIRECTORY, { recursive: true })
  const file = name.replaceAll(/[^\w]+/g, '-')
  for (const [tab, page] of context.pages().entries()) {
    await page.screenshot({ path: join(DIRECTORY, `${file}-${Date.now()}-${tab}.png`) })
  }
}
