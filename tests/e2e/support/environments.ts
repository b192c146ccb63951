import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import type { DemoOptions } from '#scripts/lib/demo'

/** The server's base path: the root of a host, or below a path. */
export const BASES = ['/', '/audiobooks/'] as const
export type Base = (typeof BASES)[number]

/** Covers that are still real pictures and hashes that are still checked, but at little cost in time. */
export const QUICK = {
  largestCover: 64,
  preload: join(import.meta.dirname, 'cheap-hashes.mjs'),
} satisfies DemoOptions

/** The devices that people use: a dark phone and a light desktop, so that tests of both see both colour schemes. */
export const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' },
  desktop: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
} as const satisfies Record<string, BrowserContextOptions>
export type Device = keyof typeof DEVICES

export interface Environment {
  base: Base
  device: Device
}

/** Every base path on every device. */
export const EVERYWHERE: Environment[] = BASES.flatMap((base) => [
  { base, device: 'phone' as const },
  { base, device: 'desktop' as const },
])

/** Both base paths and both devices, each once. */
export const BOTH: Environment[] = [
  { base: '/', device: 'desktop' },
  { base: '/audiobooks/', device: 'phone' },
]
