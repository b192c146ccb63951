import { describe, expect, it } from 'vitest'
import { fault } from '#contract/issues'
import { TEMPLATE_VARIABLES } from '#contract/notifications'
import {
  findTemplateProblem,
  renderTemplate,
  unknownVariables,
} from '#server/domain/notifications/template.rules'

describe('a text template', () => {
  it.each([
    [
      '{bookTitle} by {bookAuthors}',
      { bookTitle: 'Dune', bookAuthors: 'Frank Herbert' },
      'Dune by Frank Herbert',
    ],
    ['{bookTitle}{bookTitle}', { bookTitle: 'It' }, 'ItIt'],
    ['“{bookTitle}”', { bookTitle: 'Say "hi"\n\\' }, '“Say "hi"\n\\”'],
    ['a{bookSubtitle}b', {}, 'ab'],
    ['a{bookSubtitle}b', { bookSubtitle: '' }, 'ab'],
    [
      '{unknown} {constructor} {} { bookTitle } {{bookTitle}}',
      { bookTitle: 'It' },
      '{unknown} {constructor} {} { bookTitle } {It}',
    ],
    ['{bookTitle}', { bookTitle: '{eventUser} $& $1' }, '{eventUser} $& $1'],
    ['<@{eventUser}>', { eventUser: '123' }, '<@123>'],
  ])('%s with %o becomes %s', (template, values, rendered) => {
    expect(renderTemplate(template, 'text', values)).toBe(rendered)
  })

  it.each([
    [
      '{book_title} {bookTitle2} {book-title} {Titre} {Bücher}',
      ['book_title', 'bookTitle2', 'book-title', 'Titre', 'Bücher'],
    ],
    ['{ bookTitle } {bookTitle } {booktitle}', [' bookTitle ', 'bookTitle ', 'booktitle']],
    ['<@{discordId}> {discordId}', ['discordId']],
    ['{bookTitle} <@{eventUserExtraData}>', []],
    ['{} {1} {a b} { "text": "{bookTitle}" } {{bookTitle}}', []],
  ])('%s has its unknown variables named', (template, names) => {
    expect(unknownVariables(template)).toEqual(names)
    expect(renderTemplate(template, 'text', {})).toEqual(
      template.replaceAll(/<@\{eventUserExtraData\}>|\{bookTitle\}/g, ''),
    )
  })

  it('is never refused', () => {
    expect(findTemplateProblem('{ "no json {bookTitle}', 'text')).toBeNull()
  })
})

describe('a JSON template', () => {
  it.each([
    '{"content": "{bookTitle}"}',
    '{"a": ["{bookTitle} by {bookAuthors}", 1, null], "b": {"{eventUser}": true}}',
    '"{bookTitle}"',
    '{"keep": "{unknown}"}',
    '{"backslash": "\\\\{bookTitle}"}',
  ])('is accepted: %s', (template) => {
    expect(findTemplateProblem(template, 'json')).toBeNull()
  })

  it.each([
    ['a variable outside quotes', '{"content": {bookTitle}}'],
    ['a variable as a part of a number', '{"size": 1{bookTitle}}'],
    ['a variable behind a backslash', '{"content": "\\{bookTitle}"}'],
    ['a variable inside an escape', '{"content": "\\u{bookTitle}"}'],
    ['a missing bracket', '{"content": "{bookTitle}"'],
    ['two values', '{} {}'],
    ['plain text', 'New request'],
  ])('is refused for %s', (_what, template) => {
    expect(findTemplateProblem(template, 'json')).toMatchObject({ code: 'not_json' })
  })

  it('is refused with the position, in the same words on every engine', () => {
    const template = '{\n  "content": "{eventUser}",\n  "title": {bookTitle}\n}'
    expect(findTemplateProblem(template, 'json')).toEqual(fault('not_json', { line: 3, column: 13 }))
  })

  /** A repeatable stream of texts made of whatever breaks JSON, templates and encodings. */
  function* awkwardTexts(count: number): Generator<string> {
    const pieces = [
      '"',
      '\\',
      '\n',
      '\r\n',
      '\t',
      '\u2028',
      '{',
      '}',
      '{bookTitle}',
      '{x}',
      '$&',
      '$1',
      '@e',
      '</script>',
      '🎧',
      '👩‍👩‍👧',
      'é',
      'e\u0301',
      'ا',
      '字',
      "'",
      '`',
      '\u0001',
      '\u007f',
      ' ',
      'a',
      'n',
      'u0041',
      ',',
      ':',
      '[',
      ']',
      '//',
    ]
    let seed = 20261121
    const next = (below: number) => {
      // Numerical Recipes' linear congruential generator.
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return seed % below
    }
    for (let index = 0; index < count; index += 1) {
      yield Array.from({ length: next(12) }, () => pieces[next(pieces.length)] ?? '').join('')
    }
  }

  it('reproduces every value exactly, whatever it contains', () => {
    const template = `{"all": "${TEMPLATE_VARIABLES.map((name) => `{${name}}`).join('|')}", "n": [{"title": "x{bookTitle}x"}]}`
    expect(findTemplateProblem(template, 'json')).toBeNull()
    for (const text of awkwardTexts(2000)) {
      const values = Object.fromEntries(TEMPLATE_VARIABLES.map((name) => [name, text]))
      expect(JSON.parse(renderTemplate(template, 'json', values))).toEqual({
        all: TEMPLATE_VARIABLES.map(() => text).join('|'),
        n: [{ title: `x${text}x` }],
      })
    }
  })

  it('stays valid with half of a surrogate pair', () => {
    const rendered = renderTemplate('{"t": "{bookTitle}"}', 'json', { bookTitle: 'a\ud83db' })
    expect(rendered.isWellFormed()).toBe(true)
    expect(JSON.parse(rendered)).toEqual({ t: 'a\ud83db' })
  })
})
