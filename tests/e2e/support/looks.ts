import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFaults } from './axe'

/**
 * Looks at the page as it stands by day and by night: everyone can read and use it, and it fits the screen. Leaves it in
 * the other of the two, in which the next page is looked at first.
 */
export async function looksRight(page: Page, what: string): Promise<void> {
  // Further down, the bar that stays covers half of whatever is scrolled below it.
  await page.evaluate(() => window.scrollTo(0, 0))
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [light, otherLight] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await changeLight(page, light)
  expect(await accessibilityFaults(page), `${what} in ${light}`).toEqual([])
  // Between day and night nothing changes but colours.
  await changeLight(page, otherLight)
  expect(await accessibilityFaults(page, 'colours'), `${what} in ${otherLight}`).toEqual([])
  expect(await overflow(page), `${what} is wider than the screen`).toBeLessThanOrEqual(0)
}

/** Changes the colour scheme and waits until all colours have followed. */
export async function changeLight(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction(
    (scheme) =>
      matchMedia(`(prefers-color-scheme: ${scheme})`).matches &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    colorScheme,
  )
  await page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  )
}

/** By how many pixels the page is wider than the screen; a phone's own idea of its width grows along. */
async function overflow(page: Page): Promise<number> {
  const width = page.viewportSize()?.width ?? 0
  return (await page.evaluate(() => document.documentElement.scrollWidth)) - width
}
