import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { z } from 'zod'

/** The smaller build: loading the full one into a page takes longer than checking the page. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** All rules of WCAG 2.2 AA, or only those that depend on colours. */
const RULES = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  colours: ['color-contrast', 'link-in-text-block'],
}
const faultsSchema = z.array(z.object({ id: z.string(), html: z.string(), failureSummary: z.string() }))

/**
 * Checks the current page for violations of WCAG 2.2 AA.
 * @param rules fewer rules take less time.
 * @returns one line per violation.
 */
export async function accessibilityFaults(page: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> {
  await equip(page)
  // Passed rules are neither described nor returned.
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

/** Loads axe through the debugger, because the content security policy blocks foreign scripts. */
async function equip(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
}
