import { expect, it, onTestFinished } from 'vitest'
import { accessibilityFaults } from './support/axe'
import { browser } from './support/browser'

const document = (content: string) =>
  `data:text/html,${encodeURIComponent(`<!doctype html><html lang="en"><title>A page</title><main>${content}`)}`

it('accessibility faults are found on every page that is opened', async () => {
  const context = await (await browser()).newContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(document('<button></button><p>Dark enough</p>'))
  expect(await accessibilityFaults(page)).toEqual([
    expect.stringMatching(/^button-name: .* <button><\/button>$/),
  ])
  await page.goto(document('<button></button><p style="color: #ddd">Too pale</p>'))
  const pale = expect.stringMatching(/^color-contrast: .*Too pale/)
  expect(await accessibilityFaults(page, 'colours')).toEqual([pale])
  expect(await accessibilityFaults(page)).toEqual(
    expect.arrayContaining([pale, expect.stringMatching(/^button-name/)]),
  )
})
