import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'

const textOf = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
const html = textOf('client/index.html')
const script = /<script>\s*(\/\/ Written for every browser[\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''

/** Runs the page's first check in a browser that lacks something, and returns what the page then shows. */
function open(language: string, lacking = '') {
  const window = new Window()
  const { document } = window
  document.write('<head></head><body><div id="app">logo</div></body>')
  const URL = { canParse: () => true }
  runInNewContext(`${lacking};${script}`, { document, navigator: { language }, URL })
  document.dispatchEvent(new window.Event('DOMContentLoaded'))
  return {
    text: document.getElementById('app')?.textContent,
    policy: document.querySelector('meta[http-equiv]')?.getAttribute('content') ?? null,
  }
}

describe('a browser that is too old', () => {
  it.each([
    'delete Object.hasOwn',
    'delete Array.prototype.toSorted',
    'delete String.prototype.isWellFormed',
    'delete URL.canParse',
  ])('is told so in its language, and runs nothing else: %s', (lacking) => {
    expect(open('en-GB', lacking)).toEqual({
      text: 'This browser is too oldUpdate it, or open Earmark in another one.',
      policy: "script-src 'none'",
    })
    expect(open('de-AT', lacking).text).toContain('Dieser Browser ist zu alt')
    expect(open('pt-BR', lacking).text).toContain('antigo demais')
    expect(open('nl', lacking).text).toContain('too old')
  })

  it('reads the check, whatever its syntax lacks', () => {
    expect(script).not.toMatch(/=>|`|\b(?:const|let|class)\b|\?\.|\?\?/)
  })
})

it('A current browser goes on with the page', () => {
  expect(open('en')).toEqual({ text: 'logo', policy: null })
})

/** The first versions that have what the check asks for, from MDN’s compatibility data. */
const FIRST_WITH: Record<string, Record<'chrome' | 'firefox' | 'safari', number>> = {
  'Object.hasOwn': { chrome: 93, firefox: 92, safari: 15.4 },
  '[].toSorted': { chrome: 110, firefox: 115, safari: 16 },
  "''.isWellFormed": { chrome: 111, firefox: 119, safari: 16.4 },
  'URL.canParse': { chrome: 120, firefox: 115, safari: 17 },
  "'noModule' in document.createElement('script')": { chrome: 61, firefox: 60, safari: 11 },
}

it('README and the build name the browsers that pass the check', () => {
  const condition = /if \(([\s\S]*?)\)\s*return/.exec(script)?.[1]?.split('&&') ?? []
  const asked = condition.map((part) => part.trim())
  expect(asked.toSorted()).toEqual(Object.keys(FIRST_WITH).toSorted())
  const first = (browser: 'chrome' | 'firefox' | 'safari') =>
    Math.max(...Object.values(FIRST_WITH).map((since) => since[browser]))
  const [chrome, firefox, safari] = [first('chrome'), first('firefox'), first('safari')]
  expect(textOf('README.md')).toContain(
    `Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari} and newer`,
  )
  const target = [`chrome${chrome}`, `edge${chrome}`, `firefox${firefox}`, `safari${safari}`]
  expect(textOf('vite.config.ts')).toContain(`target: [${target.map((name) => `'${name}'`).join(', ')}]`)
})
