import type { Locator, Page } from 'playwright-core'
import { appears, disappears } from './seeing'

/** A target in a list of targets. */
export const targetCard = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** Opens the form for a new target of a service. */
export async function addTarget(page: Page, service: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add notification' }).click()
  const form = page.getByRole('dialog', { name: 'Add notification' })
  await form.getByRole('radio', { name: service }).click()
  return form
}

/** The settings of every target: a name, an address and, if the service takes one, a token. */
export async function fillTarget(
  form: Locator,
  { name, url, token }: { name: string; url: string; token?: string },
): Promise<void> {
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Web address').fill(url)
  if (token !== undefined) await form.getByLabel(/^Token/).fill(token)
}

/** Saves the form and waits until the target is in the list. */
export async function saveTarget(page: Page, form: Locator, name: string): Promise<void> {
  await form.getByRole('button', { name: 'Save' }).click()
  await disappears(form)
  await appears(targetCard(page, name))
}
