// @ts-check
import { fileURLToPath } from 'node:url'

/** The checkout, with a trailing slash left out. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
