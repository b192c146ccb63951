import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { z } from 'zod'

/** The smaller one: whole, it takes longer to get into a page than to look at the page. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Everything in WCAG 2.2 AA, or of it only what colours decide. */
const RULES = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  colours: ['color-contrast', 'link-in-text-block'],
}
const faultsSchema = z.array(z.object({ id: z.string(), html: z.string(), failureSummary: z.string() }))

/** Pages that every document is given axe in, as they were looked at once. */
const equipped = new WeakSet<Page>()

/**
 * Looks for what breaks WCAG 2.2 AA on the page as it stands.
 * @param rules fewer take less time.
 * @returns one line for each place
 */
export async function accessibilityFaults(page: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> {
  await equip(page)
  // What is right is neither described nor sent.
  const options = { runOnly: RULES[rules], resultTypes: ['violations'], preload: false }
  const found = faultsSchema.parse(
    await page.evaluate(
      `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => ({ id, html, failureSummary }))))`,
    ),
  )
  return found.map(
    ({ id, html, failureSummary }) => `${id}: ${failureSummary.replaceAll(/\s+/g, ' ')} ${html}`,
  )
}

/** Hands axe to the page by the debugger, as its content security policy lets in no foreign script. */
async function equip(page: Page): Promise<void> {
  if (equipped.has(page)) return
  equipped.add(page)
  await page.addInitScript({ content: SOURCE })
  await page.evaluate(SOURCE)
}
