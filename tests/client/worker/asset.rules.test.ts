import { expect, it } from 'vitest'
import { isAsset } from '#client/worker/asset.rules'

const SCRIPT = 'text/javascript; charset=utf-8'

it.each<[name: string, answer: { type: string | null; ok?: boolean; redirected?: boolean }, kept: boolean]>([
  ['a script', { type: SCRIPT }, true],
  ['a font', { type: 'font/woff2' }, true],
  ['a file without a type', { type: null }, true],
  ['the sign-in page of a proxy', { type: 'text/html' }, false],
  ['the same, written otherwise', { type: 'Text/HTML; charset=utf-8' }, false],
  ['what it was led on to', { type: SCRIPT, redirected: true }, false],
  ['a refusal', { type: SCRIPT, ok: false }, false],
])(
  'of the responses to requests for a file, %s is cached: %o %s',
  (_, { type, ok = true, redirected = false }, kept) => {
    const headers = new Headers(type === null ? {} : { 'content-type': type })
    expect(isAsset({ ok, redirected, headers })).toBe(kept)
  },
)
