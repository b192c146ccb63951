import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { eventually } from '#tests/support/eventually'
import { accessibilityFaults } from './axe'

/** Checks that everyone can read and use the current page, and that it fits the screen. */
export async function looksRight(page: Page, what: string): Promise<void> {
  // When scrolled down, the fixed bar would cover part of the content.
  await page.evaluate(() => window.scrollTo(0, 0))
  await settled(page)
  await hasNoFaults(page, what, 'all')
  expect(await overflow(page), `${what} is wider than the screen`).toBeLessThanOrEqual(0)
  expect(await zoomedIntoOnPhones(page), `${what} has controls with small text`).toEqual([])
}

/** The controls that an iPhone would zoom into, where text is smaller than 16 pixels. */
async function zoomedIntoOnPhones(page: Page): Promise<string[]> {
  if ((page.viewportSize()?.width ?? 0) > 500) return []
  return page.evaluate(() =>
    [...document.querySelectorAll('select, textarea, input:not([type="checkbox"], [type="radio"])')]
      .filter((control) => parseFloat(getComputedStyle(control).fontSize) < 16)
      .map((control) => control.outerHTML.slice(0, 200)),
  )
}

/** Checks that controls that are shown side by side do not cover each other. */
export async function areApart(controls: Locator): Promise<void> {
  await settled(controls.page())
  const covering = await controls.evaluateAll((elements) => {
    const boxes = elements.map((element) => ({ element, box: element.getBoundingClientRect() }))
    return boxes.flatMap(({ element, box }, index) =>
      boxes
        .slice(index + 1)
        .filter(
          ({ box: other }) =>
            Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
            Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1,
        )
        .map((other) => `${element.textContent.trim()} and ${other.element.textContent.trim()}`),
    )
  })
  expect(await controls.count()).toBeGreaterThan(1)
  expect(covering, 'controls cover each other').toEqual([])
}

/**
 * Checks the current page like `looksRight`, in light and dark. Leaves the last scheme on, in which the next page
 * is checked first.
 */
export async function looksRightInBothSchemes(page: Page, what: string): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [scheme, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await looksRight(page, `${what} in ${scheme}`)
  // Light and dark differ only in colours.
  await changeColourScheme(page, other)
  await hasNoFaults(page, `${what} in ${other}`, 'colours')
}

/** Checks more than once, because a colour that is still changing is no fault. */
function hasNoFaults(page: Page, what: string, rules: 'all' | 'colours'): Promise<void> {
  return eventually(async () => {
    expect(await accessibilityFaults(page, rules), what).toEqual([])
  })
}

/** 640 pixels at 200 %, and 1280 at 400 %. */
const NARROWEST = 320

/** Checks the current page on the narrowest screen, where nothing may scroll sideways either. */
export async function fitsNarrowScreen(page: Page, what: string): Promise<void> {
  const size = page.viewportSize()
  if (!size) throw new Error('The page has no size.')
  await page.setViewportSize({ ...size, width: NARROWEST })
  await drawn(page)
  // Some elements move on small screens, a moment later.
  await eventually(async () => {
    expect(await overflow(page), `${what} is wider than ${NARROWEST} px`).toBeLessThanOrEqual(0)
  })
  await page.setViewportSize(size)
}

/** Changes the colour scheme and waits until all colours have changed. */
export async function changeColourScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme)
  await settled(page)
}

/** Waits until nothing moves and everything is painted. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  await drawn(page)
}

/** Waits until changes are painted. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((seen) => requestAnimationFrame(() => requestAnimationFrame(() => seen()))),
  )
}

/** By how many pixels the page is wider than the screen; a phone widens its own viewport to match. */
async function overflow(page: Page): Promise<number> {
  const width = page.viewportSize()?.width ?? 0
  return (await page.evaluate(() => document.documentElement.scrollWidth)) - width
}
