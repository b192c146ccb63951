import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { z } from 'zod'

/** Everything in WCAG 2.2 AA, or of it only what colours decide. */
const RULES = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  colours: ['color-contrast', 'link-in-text-block'],
}
const found = z.object({
  violations: z.array(
    z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })) }),
  ),
})

/**
 * Looks for what breaks WCAG 2.2 AA on the page as it stands.
 * @param rules fewer take less time.
 * @returns one line for each place
 */
export async function accessibilityFaults(page: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> {
  // Handed to the page by the debugger, as its content security policy lets in no foreign script.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source)
  const { violations } = found.parse(
    await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(RULES[rules])}, preload: false })`),
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${failureSummary.replaceAll(/\s+/g, ' ')} ${html}`),
  )
}
