import { onTestFinished } from 'vitest'
import { startProwlarrFake } from '#fakes/prowlarr'
import { createProwlarr } from '#server/domain/integrations/drivers/prowlarr'
import type { StoredSettings } from '#server/domain/integrations/settings.rules'
import { silentLog } from '#tests/support/records'
import { settingsOf } from './access.fixture'

/** Too long to occur by accident. */
export const API_KEY = '0123456789abcdef0123456789abcdef'
export const SPOKEN_SHELF = { id: 1, name: 'Spoken Shelf', protocol: 'torrent' } as const

interface DriverOptions {
  fetch?: typeof globalThis.fetch
  timeouts?: { search?: number; grab?: number }
}

export function prowlarrDriver({ fetch = globalThis.fetch, timeouts = {} }: DriverOptions = {}) {
  return createProwlarr({
    fetch,
    clock: () => new Date(),
    log: silentLog,
    userAgent: 'Earmark/test',
    timeouts,
  })
}

/** A fake Prowlarr and the driver connected to it; the fake stops with the test. */
export async function connectedProwlarr(
  options: DriverOptions & { base?: string; settings?: StoredSettings } = {},
) {
  const fake = await startProwlarrFake({ apiKey: API_KEY, base: options.base ?? '' })
  onTestFinished(() => fake.close())
  const driver = prowlarrDriver(options)
  const settings = settingsOf(driver, {
    prowlarr_base_url: fake.baseUrl,
    prowlarr_api_key: API_KEY,
    ...options.settings,
  })
  return { fake, driver, settings, source: driver.search(settings.access) }
}

/** A signal that never aborts. */
export const neverAborted = () => new AbortController().signal

/** The platform's fetch, except for paths that contain some words. */
export function fetchBut(words: string, answer: () => Response): typeof globalThis.fetch {
  return (input, init) => {
    const request = new Request(input, init)
    return new URL(request.url).pathname.endsWith(words) ? Promise.resolve(answer()) : fetch(request)
  }
}
