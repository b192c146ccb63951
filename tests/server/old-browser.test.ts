import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'

const html = readFileSync(join(import.meta.dirname, '../../client/index.html'), 'utf8')
const script = /<script>\s*(\/\/ Written for every browser[\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''

/** Runs the page's first check in a browser that lacks something, and returns what the page then shows. */
function open(language: string, lacking = '') {
  const window = new Window()
  const { document } = window
  document.write('<head></head><body><div id="app">logo</div></body>')
  runInNewContext(`${lacking};${script}`, { document, navigator: { language } })
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
