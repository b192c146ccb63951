import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { z } from 'zod'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const found = z.object({
  violations: z.array(
    z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string(), failureSummary: z.string() })) }),
  ),
})

/**
 * Looks for what breaks WCAG 2.2 AA on the page as it stands.
 * @returns one line for each place
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Handed to the page by the debugger, as its content security policy lets in no foreign script.
  await page.evaluate(axe.source)
  const { violations } = found.parse(
    await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(TAGS)}, preload: false })`),
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${failureSummary.replaceAll(/\s+/g, ' ')} ${html}`),
  )
}
