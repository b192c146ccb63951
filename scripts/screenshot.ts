// `npm run screenshot`: the picture of the README, docs/screenshot.png, taken of the demo.
import { join } from 'node:path'
import { launchChromium } from '#tests/support/chromium'
import { ensureBuild } from './lib/build.mjs'
import { startDemo } from './lib/demo'
import { ADMIN, PASSWORD } from './lib/demo-data'
import { ROOT } from './lib/root.mjs'

const FILE = join(ROOT, 'docs', 'screenshot.png')
const SEARCH = 'the'
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
  await page.goto(`${demo.url}login?next=${encodeURIComponent(`/search?q=${SEARCH}`)}`)
  await page.getByLabel('Username').fill(ADMIN)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^Live/ }).waitFor()
  await page.getByRole('article').first().waitFor()
  // Covers fade in once they have arrived; those below the fold are not fetched.
  await page.waitForFunction(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < window.innerHeight)
      .every((image) => image.complete && getComputedStyle(image).opacity === '1'),
  )
  // Nothing is pointed at, and headless browsers keep room for a scrollbar that they do not draw.
  await page.mouse.move(0, 0)
  await page.screenshot({ path: FILE, style: 'html { scrollbar-gutter: auto }' })
  console.log(`Written: ${FILE}`)
} finally {
  await browser.close()
  await demo.stop()
}
