// `npm run screenshot`: takes the README's screenshot of the demo, docs/screenshot.png.
import { join } from 'node:path'
import { launchChromium } from '#tests/support/chromium'
import { ensureBuild } from './lib/build.mjs'
import { startDemo } from './lib/demo'
import { ADMIN, PASSWORD } from './lib/demo-data'
import { ROOT } from './lib/root.mjs'

const FILE = join(ROOT, 'docs', 'screenshot.png')
const SIZE = { width: 1280, height: 800 }

await ensureBuild()
const [demo, browser] = await Promise.all([startDemo(), launchChromium()])
try {
  const context = await browser.newContext({
    viewport: SIZE,
    deviceScaleFactor: 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(`${demo.url}login`)
  await page.getByLabel('Username').fill(ADMIN)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^Live/ }).waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  const rows = page.getByRole('region').filter({ has: page.getByRole('listitem') })
  await rows.nth(1).waitFor()
  // Waits for covers in view, which fade in once loaded; others are not loaded.
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => {
        const { top, left } = image.getBoundingClientRect()
        return top < window.innerHeight && left < window.innerWidth
      })
      .every((image) => image.complete && getComputedStyle(image).opacity === '1'),
  )
  // Avoids hover states, and the space that headless browsers reserve for a scrollbar that they do not draw.
  await page.mouse.move(0, 0)
  await page.screenshot({ path: FILE, style: 'html { scrollbar-gutter: auto }' })
  console.log(`Written: ${FILE}`)
} finally {
  await browser.close()
  await demo.stop()
}
